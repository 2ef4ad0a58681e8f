import { z } from 'zod'
import { applicationDetail, applicationType, isAiAssisted, ownApplication } from '../application.ts'
import { profile } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { idOf } from '../ids.ts'
import { applicationRecord } from '../internal/personal-data.ts'
import { wireTimestamp } from '../text.ts'
import { candidateKey } from './api-keys.ts'
import { erased } from './candidate-refusals.ts'
import { profileView } from './profile-views.ts'

const exportedApplication = ownApplication.extend({
  employerId: idOf('employer'),
  applicationType,
  isAiAssisted,
  screeningAnswers: applicationDetail.shape.screeningAnswers,
  profile: profile
    .nullable()
    .describe('Your profile at the time of applying; null until the application has reached the employer.'),
  statusHistory: applicationRecord.shape.statusHistory.describe('Each change of the status, oldest first.'),
  assessment: applicationRecord.shape.assessment.describe(
    'The automated assessment of the application; null until it is computed.',
  ),
})

const ownProfile = profile
  .extend({
    isSearchable: z.boolean().describe('Whether CV search finds you.'),
    consentExpiresAt: wireTimestamp()
      .nullable()
      .describe('When your consent to data processing ends; null: never.'),
    lastActiveAt: wireTimestamp().describe('When you were last active.'),
  })
  .describe('Your profile with visibility, consent and last activity.')
const dailyCount = z.object({
  day: z.iso.date().describe('UTC day, `YYYY-MM-DD`.'),
  count: z.int().describe('Applications that were submitted with your keys on that day.'),
})

export const ownData = z
  .object({
    exportedAt: wireTimestamp().describe('When the export was made.'),
    profile: ownProfile,
    apiKeys: z.array(candidateKey).describe('Your keys, without their texts.'),
    profileViews: z.array(profileView).describe('The employers that unlocked your profile, newest first.'),
    dailyApplies: z.array(dailyCount).describe('How often you applied, by day.'),
    applications: z.array(exportedApplication).describe('Your applications.'),
  })
  .describe('Everything that is stored about the candidate.')

/** Additive. */
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
  description:
    'Complete or not at all: a part that cannot be reached makes it 503. Not included, because they are about others too: notes, tags and scorecards of recruiters.',
  status: 200,
  response: ownData,
  refusals: { not_found: erased },
})
