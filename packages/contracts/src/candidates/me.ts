import { z } from 'zod'
import {
  answersExample,
  applicationDetail,
  applicationRecord,
  applicationType,
  assessment,
  isAiAssisted,
  ownApplication,
} from '../applications/application.ts'
import { endpoint, exampleOf, type Refusal, unconfirmed } from '../endpoint.ts'
import { candidateKey } from '../keys/key.ts'
import { CONSENT_RENEWAL_DAYS, MAX_PROFILE_BYTES } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { idOf, wireTimestamp } from '../text.ts'
import { profile, profileExample, profilePatch, salaryRange } from './profile.ts'

/** The candidate of the key was erased. */
export const erased: Refusal = { when: 'Your profile was erased.' }

const access = { service: 'candidate', keys: ['candidate'], limit: 'me', scopes: ['Profile'] } as const
export const getProfile = endpoint('GET /api/v1/me/profile', {
  ...access,
  name: 'get-profile',
  summary: 'Read your profile',
  response: profile,
  refusals: { not_found: erased },
  hasEtag: true,
})

export const updateProfile = endpoint('PUT /api/v1/me/profile', {
  ...access,
  name: 'update-profile',
  summary: 'Change parts of your profile',
  description: `A changed profile counts as activity: CV search lists those who were active last first. The whole profile may take ${MAX_PROFILE_BYTES} bytes as JSON.`,
  body: profilePatch,
  response: profile,
  refusals: { not_found: erased, invalid_request: salaryRange },
  hasEtag: true,
})

export const consent = z
  .object({
    consentExpiresAt: wireTimestamp()
      .nullable()
      .describe('From then on applies are refused and CV search does not find you; null: never.'),
  })
  .meta({
    id: 'Consent',
    description: "The candidate's consent to data processing.",
    example: { consentExpiresAt: '2027-03-01T08:00:00.000Z' },
  })

export const getConsent = endpoint('GET /api/v1/me/consent', {
  ...access,
  name: 'get-consent',
  summary: 'Read until when your consent to data processing lasts',
  response: consent,
  refusals: { not_found: erased },
  hasEtag: true,
})

export const renewConsent = endpoint('PUT /api/v1/me/consent', {
  ...access,
  name: 'renew-consent',
  summary: `Renew your consent to data processing for ${CONSENT_RENEWAL_DAYS} days from now`,
  description: 'A consent that lasts longer, or has no end, stays as it is.',
  body: z
    .object({
      confirm: z.boolean().nullish().describe('Must be true: you agree to the processing of your data.'),
    })
    .meta({ description: 'The confirmation.', example: { confirm: true } }),
  response: consent,
  refusals: {
    not_found: erased,
    confirmation_required: unconfirmed('renew the consent; nothing was changed.'),
  },
  hasEtag: true,
})

export const withdrawConsent = endpoint('DELETE /api/v1/me/consent', {
  ...access,
  name: 'withdraw-consent',
  summary: 'Withdraw your consent to data processing',
  description:
    'It ends now: applies are refused and CV search no longer finds you. Your profile and your applications stay; `DELETE /api/v1/me` erases them.',
  status: 204,
  refusals: { not_found: erased },
})

/** An employer that paid to read a profile, and when it last did. */
export const profileView = z
  .object({
    employerId: idOf('employer'),
    employerName: z.string().describe('Name of the employer.'),
    unlockedAt: wireTimestamp().describe('When the employer last paid to read the profile.'),
  })
  .meta({
    id: 'ProfileView',
    description: 'An employer that paid to read the profile.',
    example: { employerId: 1, employerName: 'Utrecht Bakery', unlockedAt: '2026-03-01T12:30:00.000Z' },
  })

export const listProfileViews = endpoint('GET /api/v1/me/profile-views', {
  ...access,
  name: 'list-profile-views',
  summary: 'List which employers unlocked your profile, newest first',
  description:
    'One entry for each employer, with its latest unlock. Free reads within 30 days, searches and previews are not listed.',
  query: z.object(pageQuery),
  response: pageOf(profileView).meta({ id: 'ProfileViewPage' }),
})

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

const ownKeyExample = {
  id: 6,
  name: 'My assistant',
  status: 'Active',
  expiresAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: '2026-03-01T10:00:00.000Z',
  scopes: ['Profile', 'Applications', 'Apply'],
}

export const ownData = z
  .object({
    exportedAt: wireTimestamp().describe('When the export was made.'),
    profile: ownProfile,
    apiKeys: z.array(candidateKey).describe('Your keys, without their texts.'),
    profileViews: z.array(profileView).describe('The employers that unlocked your profile, newest first.'),
    dailyApplies: z.array(dailyCount).describe('How often you applied, by day.'),
    applications: z.array(exportedApplication).describe('Your applications.'),
  })
  .meta({
    id: 'OwnData',
    description: 'Everything that is stored about the candidate.',
    example: {
      exportedAt: '2026-03-01T13:00:00.000Z',
      profile: {
        ...profileExample,
        isSearchable: true,
        consentExpiresAt: '2027-03-01T08:00:00.000Z',
        lastActiveAt: '2026-03-01T10:00:00.000Z',
      },
      apiKeys: [ownKeyExample],
      profileViews: exampleOf(z.array(profileView)),
      dailyApplies: [{ day: '2026-03-01', count: 1 }],
      applications: [
        {
          ...(exampleOf(ownApplication) as object),
          employerId: 1,
          applicationType: 'Api',
          isAiAssisted: true,
          screeningAnswers: answersExample,
          profile: profileExample,
          statusHistory: [
            { previousStatus: 'New', status: 'Shortlisted', changedAt: '2026-03-01T12:00:00.000Z' },
          ],
          assessment: exampleOf(assessment),
        },
      ],
    },
  })

export const exportOwnData = endpoint('GET /api/v1/me/export', {
  ...access,
  name: 'export-own-data',
  summary: 'Read everything that is stored about you',
  description:
    'Complete or not at all: a part that cannot be reached makes it 503. Not included, because they are about others too: notes, tags and scorecards of recruiters.',
  response: ownData,
  refusals: { not_found: erased },
})
