import { z } from 'zod'
import { creditBalances, creditEntry, creditKind } from '../credit.ts'
import { candidateScopes, endpoint, recruiterScopes } from '../endpoint.ts'
import { MAX_KEY_OVERLAP_SECONDS } from '../limits.ts'
import { employerMetrics } from '../metrics.ts'
import { pageOf, pageQuery } from '../page.ts'
import { email, id, line, patch, pathId, timestamp, wireTimestamp } from '../text.ts'

const portal = { plane: 'public', service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const admin = { plane: 'admin', service: 'accounts' } as const

export const userRoles = ['EmployerAdmin', 'Recruiter', 'Interviewer'] as const
export const keyStatuses = ['Active', 'PendingApproval', 'Revoked', 'Expired'] as const

const employer = z.object({
  id: id(),
  name: z.string(),
  hasActiveContract: z.boolean(),
  isTrustedPartner: z.boolean(),
  createdAt: wireTimestamp(),
})
export const employerUser = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  role: z.enum(userRoles),
  createdAt: wireTimestamp(),
})
const key = {
  id: id(),
  name: z.string(),
  status: z.enum(keyStatuses),
  expiresAt: wireTimestamp().nullable(),
  createdAt: wireTimestamp(),
  lastUsedAt: wireTimestamp().nullable(),
}
const recruiterKey = z.object({ ...key, scopes: z.array(z.enum(recruiterScopes)), userId: id().nullable() })
const candidateKey = z.object({ ...key, scopes: z.array(z.enum(candidateScopes)) })
const minted = { apiKey: z.string() }
const employerParams = z.object({ employerId: pathId() })
const keyParams = z.object({ keyId: pathId() })
const scopeList = <const S extends readonly [string, ...string[]]>(scopes: S) =>
  z
    .array(z.enum(scopes))
    .min(1, 'must name at least one scope')
    .transform((list) => [...new Set(list)])

/** Spec §4.5 */
export const listEmployerUsers = endpoint({
  ...portal,
  name: 'list-employer-users',
  method: 'GET',
  path: '/api/v1/employer/users',
  summary: 'List the users of your employer',
  status: 200,
  answer: z.array(employerUser),
})

/** Spec §4.5 */
export const getEmployerMetrics = endpoint({
  ...portal,
  name: 'get-employer-metrics',
  method: 'GET',
  path: '/api/v1/employer/metrics',
  summary: 'Read the numbers of your employer',
  status: 200,
  answer: employerMetrics,
})

/** D-64 */
export const getCredits = endpoint({
  ...portal,
  name: 'get-credits',
  method: 'GET',
  path: '/api/v1/employer/credits',
  summary: 'Read your credit balances',
  status: 200,
  answer: creditBalances,
})

const entriesQuery = z.object({ ...pageQuery, kind: creditKind.optional() })

/** D-64 */
export const listCreditEntries = endpoint({
  ...portal,
  name: 'list-credit-entries',
  method: 'GET',
  path: '/api/v1/employer/credits/entries',
  summary: 'Read your credit ledger',
  query: entriesQuery,
  status: 200,
  answer: pageOf(creditEntry),
})

/** Admin API */
export const createEmployer = endpoint({
  ...admin,
  name: 'create-employer',
  method: 'POST',
  path: '/admin/v1/employers',
  summary: 'Create an employer',
  body: z.object({
    name: line().min(1, 'must not be empty'),
    hasActiveContract: z.boolean().nullish().transform(Boolean),
    isTrustedPartner: z.boolean().nullish().transform(Boolean),
  }),
  status: 201,
  answer: employer,
})

/** Admin API */
export const getEmployer = endpoint({
  ...admin,
  name: 'get-employer',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}',
  summary: 'Read an employer',
  params: employerParams,
  status: 200,
  answer: employer,
})

/** Admin API */
export const updateEmployer = endpoint({
  ...admin,
  name: 'update-employer',
  method: 'PUT',
  path: '/admin/v1/employers/{employerId}',
  summary: 'Change an employer',
  params: employerParams,
  body: z.object({
    name: patch(line().min(1, 'must not be empty')),
    hasActiveContract: patch(z.boolean()),
    isTrustedPartner: patch(z.boolean()),
  }),
  status: 200,
  answer: employer,
})

/** Admin API */
export const createUser = endpoint({
  ...admin,
  name: 'create-user',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/users',
  summary: 'Create a user of an employer',
  params: employerParams,
  body: z.object({ name: line().min(1, 'must not be empty'), email: email(), role: z.enum(userRoles) }),
  status: 201,
  answer: employerUser,
})

/** Admin API; may be repeated safely with an `Idempotency-Key`. */
export const grantCredits = endpoint({
  ...admin,
  name: 'grant-credits',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/credits',
  summary: 'Grant credits, or take some back with a negative amount',
  params: employerParams,
  body: z.object({
    kind: creditKind,
    amount: z.int().min(-1_000_000_000).max(1_000_000_000),
    reason: line().nullish(),
  }),
  status: 201,
  answer: z.object({ kind: creditKind, amount: z.int(), balance: z.int() }),
})

/** Admin API */
export const getEmployerCredits = endpoint({
  ...admin,
  name: 'get-employer-credits',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/credits',
  summary: 'Read the balances of an employer',
  params: employerParams,
  status: 200,
  answer: creditBalances,
})

/** Admin API */
export const listEmployerCreditEntries = endpoint({
  ...admin,
  name: 'list-employer-credit-entries',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/credits/entries',
  summary: 'Read the ledger of an employer',
  params: employerParams,
  query: entriesQuery,
  status: 200,
  answer: pageOf(creditEntry),
})

/** Admin API, D-11, D-15; `apiKey` is shown only here. */
export const mintRecruiterKey = endpoint({
  ...admin,
  name: 'mint-recruiter-key',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/api-keys',
  summary: 'Mint a recruiter key',
  params: employerParams,
  body: z.object({
    name: line().min(1, 'must not be empty'),
    scopes: scopeList(recruiterScopes),
    userId: id().nullish(),
    expiresAt: timestamp().nullish(),
  }),
  status: 201,
  answersSecret: true,
  answer: recruiterKey.extend(minted),
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
  answer: z.array(recruiterKey),
})

/** Admin API, D-15 */
export const approveKey = endpoint({
  ...admin,
  name: 'approve-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/approve',
  summary: 'Approve a key that waits for review',
  params: keyParams,
  status: 200,
  answer: recruiterKey,
})

/** Admin API, D-16 */
export const revokeKey = endpoint({
  ...admin,
  name: 'revoke-key',
  method: 'DELETE',
  path: '/admin/v1/api-keys/{keyId}',
  summary: 'Revoke a key',
  params: keyParams,
  status: 204,
})

/** Admin API; candidate keys live in a table of their own (Spec §5). */
export const mintCandidateKey = endpoint({
  ...admin,
  name: 'mint-candidate-key',
  method: 'POST',
  path: '/admin/v1/candidates/{candidateId}/api-keys',
  summary: 'Mint a candidate key',
  params: z.object({ candidateId: pathId() }),
  body: z.object({
    name: line().min(1, 'must not be empty'),
    scopes: scopeList(candidateScopes),
    expiresAt: timestamp().nullish(),
  }),
  status: 201,
  answersSecret: true,
  answer: candidateKey.extend(minted),
})

/** Admin API: a new key takes the place of this one, which lives `overlapSeconds` longer (D-16). */
export const rotateKey = endpoint({
  ...admin,
  name: 'rotate-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/rotate',
  summary: 'Replace a key by a new one with the same rights',
  params: keyParams,
  body: z.object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_KEY_OVERLAP_SECONDS)
      .nullish()
      .transform((seconds) => seconds ?? 0),
  }),
  status: 201,
  answersSecret: true,
  answer: z.union([recruiterKey.extend(minted), candidateKey.extend(minted)]),
})

/** Admin API: hears again what the events of the last 14 days told; with `fromScratch` what is older is lost. */
export const rebuildMetrics = endpoint({
  ...admin,
  name: 'rebuild-metrics',
  method: 'POST',
  path: '/admin/v1/metrics/rebuild',
  summary: 'Hear the events behind the employer metrics again',
  body: z.object({ fromScratch: z.boolean().nullish().transform(Boolean) }),
  status: 202,
})

/** Admin API */
export const listAudit = endpoint({
  ...admin,
  name: 'list-audit',
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Read what operators changed, newest first',
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(
    z.object({
      id: z.int(),
      service: z.string(),
      actor: z.string(),
      action: z.string(),
      object: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      requestId: z.string(),
      at: wireTimestamp(),
    }),
  ),
})
