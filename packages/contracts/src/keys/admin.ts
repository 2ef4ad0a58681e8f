import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { KEYS_PER_DAY, MAX_REFUSED_REASON_LENGTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { idOf, line, pathIdOf, timestamp } from '../text.ts'
import {
  candidateKey,
  candidateScope,
  keyTexts,
  keyUsage,
  mintedCandidateKey,
  mintedRecruiterKey,
  overlapSeconds,
  recruiterKey,
  recruiterKeyExample,
  recruiterScope,
  rotatedKey,
  usageQuery,
} from './key.ts'

const employerParams = z.object({ employerId: pathIdOf('employer') })
const keyParams = z.object({ keyId: pathIdOf('key') })
const scopeList = <S extends z.ZodType>(scope: S) =>
  z
    .array(scope)
    .min(1, 'must name at least one scope')
    .transform((list) => [...new Set(list)])
    .describe(keyTexts.scopes)
const keyBody = {
  name: line().min(1, 'must not be empty').describe(keyTexts.name),
  expiresAt: timestamp().nullish().describe(`${keyTexts.expiresAt}. Absent or null: never.`),
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

export const mintRecruiterKey = endpoint('POST /admin/v1/employers/{employerId}/api-keys', {
  service: 'accounts',
  name: 'mint-recruiter-key',
  summary: 'Mint a recruiter key',
  params: employerParams,
  description:
    'With the scope CvSearch, or for an employer with neither an active contract nor a credit, the key starts as PendingApproval unless the employer is a trusted partner. With an `Idempotency-Key` a repeat within 24 hours returns the same key, as long as the key has not been used.',
  body: z
    .object({
      ...keyBody,
      scopes: scopeList(recruiterScope),
      userId: idOf('user')
        .nullish()
        .describe(`${keyTexts.userId} Absent or null: the key cannot write them.`),
    })
    .meta({
      description: 'The key to mint.',
      example: { name: 'Recruiting system', scopes: ['JobPosting', 'Applications'], userId: 3 },
    }),
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

export const listRecruiterKeys = endpoint('GET /admin/v1/employers/{employerId}/api-keys', {
  service: 'accounts',
  name: 'list-recruiter-keys',
  summary: 'List the keys of an employer',
  params: employerParams,
  response: z.array(recruiterKey).describe('The keys, newest first.'),
})

export const approveKey = endpoint('POST /admin/v1/api-keys/{keyId}/approve', {
  service: 'accounts',
  name: 'approve-key',
  summary: 'Approve a key in status PendingApproval',
  description: 'It works from then on. Approving an Active key changes nothing.',
  params: keyParams,
  response: recruiterKey
    .extend({
      hasApproved: z
        .boolean()
        .optional()
        .describe(
          'True if this call has approved the key, also for its repeats; false if the key was Active before.',
        ),
    })
    .meta({
      description: 'The key without its text, and whether this call has approved it.',
      example: recruiterKeyExample,
    }),
  refusals: { invalid_state: ended('approved') },
})

export const revokeKey = endpoint('DELETE /admin/v1/api-keys/{keyId}', {
  service: 'accounts',
  name: 'revoke-key',
  summary: 'Revoke a key',
  description: 'For good: every gateway refuses it within 1 second. Revoking it again changes nothing.',
  params: keyParams,
  status: 204,
})

export const setKeyUser = endpoint('PUT /admin/v1/api-keys/{keyId}/user', {
  service: 'accounts',
  name: 'set-key-user',
  summary: 'Move a recruiter key to another user',
  description:
    'The user is the author of what is written with the key from then on, at every gateway within 1 second; what was written before keeps its author. The text of the key stays. To the user that it has, nothing changes.',
  params: keyParams,
  body: z.object({ userId: idOf('user').describe(keyTexts.userId) }).describe('Whose key it is from now on.'),
  response: recruiterKey,
  refusals: {
    invalid_request: {
      when: "`userId` is no user of the key's employer, or was removed.",
      message: 'userId: must be a user of this employer; create the user first.',
    },
    invalid_state: ended('moved to another user'),
  },
})

export const mintCandidateKey = endpoint('POST /admin/v1/candidates/{candidateId}/api-keys', {
  service: 'accounts',
  name: 'mint-candidate-key',
  summary: 'Mint a candidate key',
  description: 'It is Active at once.',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  body: z.object({ ...keyBody, scopes: scopeList(candidateScope) }).meta({
    description: 'The key to mint.',
    example: { name: 'My assistant', scopes: ['Profile', 'Applications', 'Apply'] },
  }),
  status: 201,
  returnsSecret: true,
  response: mintedCandidateKey,
  refusals: {
    invalid_request: { when: 'A field is invalid, or `expiresAt` is in the past.', message: pastExpiry },
  },
})

export const rotateKey = endpoint('POST /admin/v1/api-keys/{keyId}/rotate', {
  service: 'accounts',
  name: 'rotate-key',
  summary: 'Replace a key with a new one of the same scopes',
  params: keyParams,
  description:
    'The new key has the name, the scopes, the user and the expiry of the old one. With an `Idempotency-Key` a repeat returns the same new key, as long as that has not been used.',
  body: z
    .object({ overlapSeconds })
    .meta({ description: 'How long the old key still works.', example: { overlapSeconds: 3600 } }),
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: rotatedKey,
  refusals: { invalid_state: ended('rotated'), rate_limited: keysOfDay('rotate') },
})

export const listCandidateKeys = endpoint('GET /admin/v1/candidates/{candidateId}/api-keys', {
  service: 'accounts',
  name: 'list-candidate-keys',
  summary: 'List the keys of a candidate, newest first',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  response: z.array(candidateKey).describe('The keys, newest first, without their texts.'),
})

export const readKey = endpoint('GET /admin/v1/api-keys/{keyId}', {
  service: 'accounts',
  name: 'read-key',
  summary: 'Read a key and whose it is',
  params: keyParams,
  response: z
    .union([
      recruiterKey
        .extend({
          kind: z.literal('recruiter').describe('A key of an employer.'),
          employerId: idOf('employer'),
        })
        .describe('A key of an employer, and whose it is.'),
      candidateKey
        .extend({
          kind: z.literal('candidate').describe('A key of a candidate.'),
          candidateId: idOf('candidate'),
        })
        .describe('A key of a candidate, and whose it is.'),
    ])
    .meta({
      description: 'The key without its text, and whose it is.',
      example: { ...recruiterKeyExample, kind: 'recruiter', employerId: 1 },
    }),
})

const reviewExample = {
  ...recruiterKeyExample,
  status: 'PendingApproval',
  scopes: ['CvSearch'],
  refusedReason: null,
  employerId: 1,
  employerName: 'Utrecht Bakery',
}

export const listKeysForReview = endpoint('GET /admin/v1/api-keys', {
  service: 'accounts',
  name: 'list-keys-for-review',
  summary: 'List the keys that wait for a review, oldest first',
  query: z.object({
    status: z.enum(['PendingApproval']).default('PendingApproval').meta({
      description: 'Status of the listed keys. Absent: PendingApproval, the only one.',
      example: 'PendingApproval',
    }),
    ...pageQuery,
  }),
  response: pageOf(
    recruiterKey
      .extend({
        employerId: idOf('employer'),
        employerName: z.string().describe('Name of the employer.'),
      })
      .describe('A key that waits for a review, and whose it is.'),
  ),
  example: { response: { total: 1, page: 1, pageSize: 50, items: [reviewExample] } },
})

export const refuseKey = endpoint('POST /admin/v1/api-keys/{keyId}/refuse', {
  service: 'accounts',
  name: 'refuse-key',
  summary: 'Refuse a key in status PendingApproval',
  description: 'The key is Revoked for good. The employer sees the reason as `refusedReason`.',
  params: keyParams,
  body: z
    .object({
      reason: line(MAX_REFUSED_REASON_LENGTH)
        .min(1, 'must not be empty')
        .describe('Why the key is refused, and what the employer can do, in words for the employer.'),
    })
    .meta({
      description: 'Why the key is refused.',
      example: { reason: 'CvSearch needs a contract; ask your account manager.' },
    }),
  response: recruiterKey,
  refusals: {
    invalid_state: {
      when: 'The key is not PendingApproval.',
      message: 'The key is Active; only a key in status PendingApproval can be refused. Revoke it instead.',
    },
  },
  example: {
    response: {
      ...recruiterKeyExample,
      status: 'Revoked',
      scopes: ['CvSearch'],
      refusedReason: 'CvSearch needs a contract; ask your account manager.',
    },
  },
})

export const getKeyUsageOf = endpoint('GET /admin/v1/api-keys/{keyId}/usage', {
  service: 'accounts',
  name: 'get-key-usage-of',
  summary: 'Read how many calls a key has made, by day and limit family',
  description:
    'Every call with the key that got a response, counted within 5 seconds. A day or family without calls is left out.',
  params: keyParams,
  query: usageQuery,
  response: keyUsage.describe('The calls of the key.'),
})
