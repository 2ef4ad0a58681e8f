import { z } from 'zod'
import { applicationDetail, applicationTypes, ownApplication } from '../application.ts'
import { profile } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { applicationRecord } from '../internal/personal-data.ts'
import { id, wireTimestamp } from '../text.ts'
import { candidateKey } from './api-keys.ts'
import { profileView } from './profile-views.ts'

const exportedApplication = ownApplication.extend({
  employerId: id(),
  applicationType: z.enum(applicationTypes),
  isAiAssisted: z.boolean(),
  screeningAnswers: applicationDetail.shape.screeningAnswers,
  profile: profile.nullable().meta({ description: 'Your profile at the time of applying' }),
  statusHistory: applicationRecord.shape.statusHistory.meta({ description: 'Oldest first' }),
  assessment: applicationRecord.shape.assessment.meta({
    description: 'The automated assessment of the application; null until it is computed',
  }),
})

/** Additive (P-133). */
export const exportOwnData = endpoint({
  plane: 'public',
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  scopes: ['Profile'],
  name: 'export-own-data',
  method: 'GET',
  path: '/api/v1/me/export',
  summary: 'Read everything that is stored about you',
  status: 200,
  response: z.object({
    exportedAt: wireTimestamp(),
    profile: profile.extend({
      isSearchable: z.boolean(),
      consentExpiresAt: wireTimestamp().nullable(),
      lastActiveAt: wireTimestamp(),
    }),
    apiKeys: z.array(candidateKey),
    profileViews: z.array(profileView),
    dailyApplies: z.array(z.object({ day: z.iso.date(), count: z.int() })),
    applications: z.array(exportedApplication),
  }),
  errors: ['not_found'],
})
