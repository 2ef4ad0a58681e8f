import { z } from 'zod'
import { candidateScopes, endpoint, recruiterScopes } from '../endpoint.ts'
import { MAX_KEY_OVERLAP_SECONDS } from '../limits.ts'
import { id, line, pathId, timestamp, wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'accounts' } as const
const employerParams = z.object({ employerId: pathId() })

export const keyStatuses = ['Active', 'PendingApproval', 'Revoked', 'Expired'] as const

const key = {
  id: id(),
  name: z.string(),
  status: z.enum(keyStatuses),
  expiresAt: wireTimestamp().nullable(),
  createdAt: wireTimestamp(),
  lastUsedAt: wireTimestamp().nullable(),
}
const recruiterKey = z.object({ ...key, scopes: z.array(z.enum(recruiterScopes)), userId: id().nullable() })
/** A candidate's key without its text. */
export const candidateKey = z.object({ ...key, scopes: z.array(z.enum(candidateScopes)) })
const minted = { apiKey: z.string() }
const keyParams = z.object({ keyId: pathId() })
const scopeList = <const S extends readonly [string, ...string[]]>(scopes: S) =>
  z
    .array(z.enum(scopes))
    .min(1, 'must name at least one scope')
    .transform((list) => [...new Set(list)])

/** Admin API, D-11, D-15; `apiKey` is returned only here. */
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
  returnsSecret: true,
  response: recruiterKey.extend(minted),
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
  response: z.array(recruiterKey),
})

/** Admin API, D-15 */
export const approveKey = endpoint({
  ...admin,
  name: 'approve-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/approve',
  summary: 'Approve a key in status PendingApproval',
  params: keyParams,
  status: 200,
  response: recruiterKey,
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

/** Admin API; candidate keys have their own table (Spec §5). */
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
  returnsSecret: true,
  response: candidateKey.extend(minted),
})

/** Admin API: mints a replacement; the old key stays valid for `overlapSeconds` (D-16). */
export const rotateKey = endpoint({
  ...admin,
  name: 'rotate-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/rotate',
  summary: 'Replace a key with a new one of the same scopes',
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
  returnsSecret: true,
  response: z.union([recruiterKey.extend(minted), candidateKey.extend(minted)]),
})
