import { z } from 'zod'
import { candidateScopes, recruiterScopes } from '../endpoint.ts'
import { KEY_USAGE_DAYS, type LimitFamily, MAX_KEY_OVERLAP_SECONDS, requestsPerMinute } from '../limits.ts'
import { integer } from '../page.ts'
import { idOf, wireTimestamp } from '../text.ts'

const keyStatuses = ['Active', 'PendingApproval', 'Revoked', 'Expired'] as const

const keyStatus = z.enum(keyStatuses).meta({
  id: 'KeyStatus',
  description:
    'Active: accepted. PendingApproval: refused until an operator approves it. Revoked and Expired: refused for good.',
})
export const recruiterScope = z.enum(recruiterScopes).meta({
  id: 'RecruiterScope',
  description:
    'JobPosting: jobs. Applications: applications, tags, notes, scorecards, events. CvSearch: CV search. Webhooks: webhook subscriptions and deliveries.',
})
export const candidateScope = z.enum(candidateScopes).meta({
  id: 'CandidateScope',
  description:
    'Profile: profile, consent, own data. Applications: own applications. Apply: to apply, with Applications.',
})

export const keyTexts = {
  name: 'Name of the key, as lists show it.',
  scopes: 'What the key may do; at least one. They cannot be changed later.',
  userId: 'Id of the user who is recorded as the author of notes and scorecards.',
  expiresAt: 'When the key expires, in the future',
} as const
const keyFields = {
  id: idOf('key'),
  name: z.string().describe(keyTexts.name),
  status: keyStatus,
  expiresAt: wireTimestamp().nullable().describe('When the key expires; null: never.'),
  createdAt: wireTimestamp().describe('When the key was minted.'),
  lastUsedAt: wireTimestamp()
    .nullable()
    .describe('When the key was last used with success, visible within 5 seconds; null: never.'),
  lastFour: z
    .string()
    .nullish()
    .describe('The last four characters of its text, to tell keys apart; null for keys of older releases.'),
  replacedBy: idOf('key')
    .nullish()
    .describe('The key that replaced this one when it was rotated; null: it was not.'),
}

/** Not a key: the checksum is wrong. */
export const secretExample = (prefix: 'pk' | 'ck') => `${prefix}_live_${'EXAMPLE'.repeat(6)}`
const isNew = { status: 'Active', expiresAt: null, createdAt: '2026-03-01T08:00:00.000Z', lastUsedAt: null }
/** The keys of the examples. */
export const recruiterKeyExample = {
  id: 4,
  name: 'Recruiting system',
  ...isNew,
  lastFour: '9tQ2',
  replacedBy: null,
  scopes: ['JobPosting', 'Applications'],
  userId: 3,
}
const candidateKeyExample = {
  id: 6,
  name: 'My assistant',
  ...isNew,
  lastFour: 'x7Lm',
  replacedBy: null,
  scopes: ['Profile', 'Applications', 'Apply'],
}
const recruiterKeyFields = z.object({
  ...keyFields,
  scopes: z.array(recruiterScope).describe('What the key may do.'),
  userId: idOf('user')
    .nullable()
    .describe(`${keyTexts.userId} Null: the key cannot write them; so it is once the user was removed.`),
})
export const recruiterKey = recruiterKeyFields
  .extend({
    refusedReason: z
      .string()
      .nullish()
      .describe(
        'Why the platform refused the key, which is Revoked then; null or absent: it was not refused.',
      ),
  })
  .meta({
    id: 'RecruiterKey',
    description: 'A key of an employer, without its text.',
    example: recruiterKeyExample,
  })
const candidateKeyFields = z.object({
  ...keyFields,
  scopes: z.array(candidateScope).describe('What the key may do.'),
})
/** A candidate's key without its text. */
export const candidateKey = candidateKeyFields.meta({
  id: 'CandidateKey',
  description: 'A key of a candidate, without its text.',
  example: candidateKeyExample,
})
const minted = {
  apiKey: z
    .string()
    .describe('The key itself. It is shown only here and cannot be read again; only a hash is stored.'),
}
export const mintedRecruiterKey = recruiterKeyFields.extend(minted).meta({
  description: 'The new key with its text.',
  example: { ...recruiterKeyExample, apiKey: secretExample('pk') },
})
export const mintedCandidateKey = candidateKeyFields.extend(minted).meta({
  description: 'The new key with its text.',
  example: { ...candidateKeyExample, apiKey: secretExample('ck') },
})
/** The seconds for which a rotated key still works. */
export const overlapSeconds = z
  .int()
  .min(0)
  .max(MAX_KEY_OVERLAP_SECONDS)
  .nullish()
  .transform((seconds) => seconds ?? 0)
  .describe(
    `Seconds for which the old key still works, at most ${MAX_KEY_OVERLAP_SECONDS} (30 days). Absent, null or 0: it is revoked at once.`,
  )
/** The response to a rotation. */
export const rotatedKey = z.union([mintedRecruiterKey, mintedCandidateKey]).meta({
  description: 'The new key with its text.',
  example: { ...recruiterKeyExample, id: 9, apiKey: secretExample('pk') },
})

export const keyKind = z
  .enum(['recruiter', 'candidate'])
  .meta({ id: 'KeyKind', description: 'Kind of key: recruiter, of an employer, or candidate.' })
export const limitFamily = z
  .enum(Object.keys(requestsPerMinute) as LimitFamily[])
  .meta({ id: 'LimitFamily', description: 'Endpoints that share a limit of requests per minute.' })

/** Query of the calls of a key. */
export const usageQuery = z
  .object({
    days: integer(KEY_USAGE_DAYS, KEY_USAGE_DAYS).describe('UTC days, the present one included.'),
  })
  .meta({ example: { days: 7 } })
/** The calls of a key by day and limit family. */
export const keyUsage = z
  .object({
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('The UTC day.'),
          family: limitFamily,
          ok: z.int().describe('Responses with status 2xx or 304.'),
          clientErrors: z.int().describe('Responses with status 4xx other than 429.'),
          rateLimited: z.int().describe('Responses with status 429.'),
          serverErrors: z.int().describe('Responses with status 5xx.'),
        }),
      )
      .describe('Newest day first, the families of a day in alphabetical order.'),
  })
  .meta({
    example: {
      days: [
        {
          date: '2026-03-01',
          family: 'jobs',
          ok: 412,
          clientErrors: 3,
          rateLimited: 0,
          serverErrors: 0,
        },
      ],
    },
  })
