import { z } from 'zod'
import { candidateScopes, endpoint, recruiterScopes } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { KEYS_PER_DAY, MAX_KEY_OVERLAP_SECONDS } from '../limits.ts'
import { line, timestamp, wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'accounts' } as const
const employerParams = z.object({ employerId: pathIdOf('employer') })

export const keyStatuses = ['Active', 'PendingApproval', 'Revoked', 'Expired'] as const

export const keyStatus = z
  .enum(keyStatuses)
  .describe(
    'Active: accepted. PendingApproval: refused until an operator approves it. Revoked and Expired: refused for good.',
  )
export const recruiterScope = z
  .enum(recruiterScopes)
  .describe(
    'JobPosting: jobs. Applications: applications, tags, notes, scorecards, events. CvSearch: CV search. Webhooks: webhook subscriptions and deliveries.',
  )
export const candidateScope = z
  .enum(candidateScopes)
  .describe(
    'Profile: profile, consent, own data. Applications: own applications. Apply: to apply, with Applications.',
  )

const texts = {
  name: 'Name of the key, as lists show it.',
  scopes: 'What the key may do; at least one. They cannot be changed later.',
  userId: 'Id of the user who is recorded as the author of notes and scorecards.',
  expiresAt: 'When the key expires, in the future',
} as const
const key = {
  id: idOf('key'),
  name: z.string().describe(texts.name),
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
const recruiterKeyFields = z.object({
  ...key,
  scopes: z.array(recruiterScope).describe('What the key may do.'),
  userId: idOf('user')
    .nullable()
    .describe(`${texts.userId} Null: the key cannot write them; so it is once the user was removed.`),
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
  .describe('A key of an employer, without its text.')
const candidateKeyFields = z.object({
  ...key,
  scopes: z.array(candidateScope).describe('What the key may do.'),
})
/** A candidate's key without its text. */
export const candidateKey = candidateKeyFields.describe('A key of a candidate, without its text.')
const minted = {
  apiKey: z
    .string()
    .describe('The key itself. It is shown only here and cannot be read again; only a hash is stored.'),
}
const mintedRecruiterKey = recruiterKeyFields.extend(minted).describe('The new key with its text.')
const mintedCandidateKey = candidateKeyFields.extend(minted).describe('The new key with its text.')
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
export const rotatedKey = z
  .union([mintedRecruiterKey, mintedCandidateKey])
  .describe('The new key with its text.')
const keyParams = z.object({ keyId: pathIdOf('key') })
const scopeList = <S extends z.ZodType>(scope: S) =>
  z
    .array(scope)
    .min(1, 'must name at least one scope')
    .transform((list) => [...new Set(list)])
    .describe(texts.scopes)
const keyBody = {
  name: line().min(1, 'must not be empty').describe(texts.name),
  expiresAt: timestamp().nullish().describe(`${texts.expiresAt}. Absent or null: never.`),
}
const pastExpiry = 'expiresAt: must be in the future; leave it out for a key that does not expire.'
const ended = (verb: string) => ({
  when: `The key is Revoked or Expired${verb === 'rotated' ? ', or was rotated before' : ''}.`,
  message: `The key is Revoked and cannot be ${verb}; mint a new one.`,
})

const keysOfDay = (verb: 'mint' | 'rotate') => ({
  when: `A person of the employer asks in the portal, and there are ${KEYS_PER_DAY} new keys since 00:00 UTC.`,
  message: `This employer has ${KEYS_PER_DAY} new keys since 00:00 UTC, the most for one day; ${verb} the key after 00:00 UTC, in 3600 s.`,
})

/** Admin API, D-11, D-15; `apiKey` is returned only here. */
export const mintRecruiterKey = endpoint({
  ...admin,
  name: 'mint-recruiter-key',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/api-keys',
  summary: 'Mint a recruiter key',
  params: employerParams,
  description:
    'With the scope CvSearch, or for an employer with neither an active contract nor a credit, the key starts as PendingApproval unless the employer is a trusted partner. With an `Idempotency-Key` a repeat within 24 hours returns the same key, as long as the key has not been used.',
  body: z
    .object({
      ...keyBody,
      scopes: scopeList(recruiterScope),
      userId: idOf('user').nullish().describe(`${texts.userId} Absent or null: the key cannot write them.`),
    })
    .describe('The key to mint.'),
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: mintedRecruiterKey,
  refusals: {
    invalid_request: {
      when: 'A field is invalid, `expiresAt` is in the past, or `userId` is no user of this employer.',
      message: 'userId: must be a user of this employer; create the user first.',
    },
    rate_limited: keysOfDay('mint'),
  },
})

/** Admin API */
export const listRecruiterKeys = endpoint({
  ...admin,
  name: 'list-recruiter-keys',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/api-keys',
  summary: 'List the keys of an employer',
  params: employerParams,
  status: 200,
  response: z.array(recruiterKey).describe('The keys, newest first.'),
})

/** Admin API, D-15 */
export const approveKey = endpoint({
  ...admin,
  name: 'approve-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/approve',
  summary: 'Approve a key in status PendingApproval',
  description: 'It works from then on. Approving an Active key changes nothing.',
  params: keyParams,
  status: 200,
  response: recruiterKey
    .extend({
      hasApproved: z
        .boolean()
        .optional()
        .describe(
          'True if this call has approved the key, also for its repeats; false if the key was Active before.',
        ),
    })
    .describe('The key without its text, and whether this call has approved it.'),
  refusals: { invalid_state: ended('approved') },
})

/** Admin API, D-16 */
export const revokeKey = endpoint({
  ...admin,
  name: 'revoke-key',
  method: 'DELETE',
  path: '/admin/v1/api-keys/{keyId}',
  summary: 'Revoke a key',
  description: 'For good: every gateway refuses it within 1 second. Revoking it again changes nothing.',
  params: keyParams,
  status: 204,
})

/** Admin API, D-67: for the keys of a person who leaves. */
export const setKeyUser = endpoint({
  ...admin,
  name: 'set-key-user',
  method: 'PUT',
  path: '/admin/v1/api-keys/{keyId}/user',
  summary: 'Move a recruiter key to another user',
  description:
    'The user is the author of what is written with the key from then on, at every gateway within 1 second; what was written before keeps its author. The text of the key stays. To the user that it has, nothing changes.',
  params: keyParams,
  body: z.object({ userId: idOf('user').describe(texts.userId) }).describe('Whose key it is from now on.'),
  status: 200,
  response: recruiterKey,
  refusals: {
    invalid_request: {
      when: "`userId` is no user of the key's employer, or was removed.",
      message: 'userId: must be a user of this employer; create the user first.',
    },
    invalid_state: ended('moved to another user'),
  },
})

/** Admin API; candidate keys have their own table (Spec §5). */
export const mintCandidateKey = endpoint({
  ...admin,
  name: 'mint-candidate-key',
  method: 'POST',
  path: '/admin/v1/candidates/{candidateId}/api-keys',
  summary: 'Mint a candidate key',
  description: 'It is Active at once.',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  body: z.object({ ...keyBody, scopes: scopeList(candidateScope) }).describe('The key to mint.'),
  status: 201,
  returnsSecret: true,
  response: mintedCandidateKey,
  refusals: {
    invalid_request: { when: 'A field is invalid, or `expiresAt` is in the past.', message: pastExpiry },
  },
})

/** Admin API: mints a replacement; the old key stays valid for `overlapSeconds` (D-16). */
export const rotateKey = endpoint({
  ...admin,
  name: 'rotate-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/rotate',
  summary: 'Replace a key with a new one of the same scopes',
  params: keyParams,
  description:
    'The new key has the name, the scopes, the user and the expiry of the old one. With an `Idempotency-Key` a repeat returns the same new key, as long as that has not been used.',
  body: z.object({ overlapSeconds }).describe('How long the old key still works.'),
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: rotatedKey,
  refusals: { invalid_state: ended('rotated'), rate_limited: keysOfDay('rotate') },
})
