import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/keys/admin'
import { type CreditKind, IDEMPOTENCY_HOURS } from '@jobboard/contracts/limits'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import * as sandboxes from '@jobboard/contracts/sandbox/endpoints'
import type { Sql, Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { deriveFirstKey, hashOf, mintKey, modeOf } from '@jobboard/service/auth/api-key'
import { isUserOfEmployer } from '@jobboard/service/auth/caller'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { type Context, type Reply, route } from '@jobboard/service/http/route'
import { isRetired } from '@jobboard/service/sandbox/retired-store'
import { readAllBalances } from '../credits/peers.ts'
import type { Employer } from '../employers/employer.ts'
import { getEmployer, holdUsers } from '../employers/store.ts'
import { findSandboxOfCandidate } from '../sandboxes/peers.ts'
import { findUser } from '../users/store.ts'
import {
  type AnyKey,
  type CandidateKey,
  checkExpiry,
  checkKeysOfDay,
  isMintedBy,
  lastFour,
  type NewKey,
  type RecruiterKey,
  toCandidateKey,
  toRecruiterKey,
} from './key.ts'
import { findKeysByHash, insertKey, lockHash, lockKeysOfDay } from './store.ts'

/** True when the initial status of a new key depends on the credit balances of its employer (D-15). */
function dependsOnCredits(employer: Employer, scopes: RecruiterKey['scopes']): boolean {
  return !employer.isTrustedPartner && !scopes.includes('CvSearch') && !employer.hasActiveContract
}

/** The status of a new key (D-15). `balances` are read only when `dependsOnCredits` is true. */
function initialStatus(
  employer: Employer,
  scopes: RecruiterKey['scopes'],
  balances: Partial<Record<CreditKind, number>>,
): 'Active' | 'PendingApproval' {
  if (employer.isTrustedPartner) return 'Active'
  if (scopes.includes('CvSearch')) return 'PendingApproval'
  const hasCredit = Object.values(balances).some((balance) => balance > 0)
  return employer.hasActiveContract || hasCredit ? 'Active' : 'PendingApproval'
}

/** D-11, D-15. With an `Idempotency-Key` a repeat returns the same key. Throws unavailable when the status depends on
 * credits that cannot be read. */
export const mintRecruiterKey = route(endpoints.mintRecruiterKey, async (context) => {
  const { service, sql, params, body, requestId, now, headers, operationId } = context
  const { employerId } = params
  const isRepeatable = headers['idempotency-key'] !== undefined
  const employer = await getEmployer(sql, employerId)
  const { sandboxId } = employer
  const mode = modeOf(sandboxId)
  const apiKey = isRepeatable
    ? deriveFirstKey(
        { kind: 'recruiter', mode },
        service.env.CALLER_SECRET,
        `employer ${employerId}`,
        operationId,
      )
    : mintKey('recruiter', mode)
  const hash = hashOf(apiKey)
  const repeat = isRepeatable && (await repeated(sql, context, apiKey))
  if (repeat) return repeat

  const expiresAt = body.expiresAt ?? null
  checkExpiry(expiresAt, now)
  const userId = await checkUser(sql, employerId, body.userId ?? null)
  const needsBalances = sandboxId === null && dependsOnCredits(employer, body.scopes)
  const balances = needsBalances ? await readAllBalances(service.call, employerId, requestId) : {}

  const { name, scopes } = body
  const status = sandboxId === null ? initialStatus(employer, scopes, balances) : 'Active'
  return context.commit(async (tx) => {
    await lockHash(tx, hash)
    const first = isRepeatable && (await repeated(tx, context, apiKey))
    if (first) return first
    if (isUserOfEmployer(context.caller)) {
      const count = await lockKeysOfDay(tx, { kind: 'recruiter', employerId }, now)
      checkKeysOfDay(count, 'recruiter', now, 'mint')
    }
    await holdUsers(tx, employerId)
    if (sandboxId !== null && (await isRetired(tx, sandboxId))) throw notFound()
    await checkUser(tx, employerId, userId)
    const owner = { kind: 'recruiter', employerId, userId, sandboxId } as const
    const newKey: NewKey<RecruiterKey> = { ...owner, ...issued(apiKey, now), name, scopes, status, expiresAt }
    const key = toRecruiterKey(await insertKey(tx, newKey, hash), now)
    await audit(tx, context, 'mint-recruiter-key', key.id, { ...key, employerId }, employerId)
    return { body: { ...key, apiKey } }
  })
})

// The response to the request that has minted this key, as long as nobody has used it.
async function repeated(
  sql: Sql,
  { body, now }: Context<typeof endpoints.mintRecruiterKey>,
  apiKey: string,
): Promise<Reply<ResponseBody<typeof endpoints.mintRecruiterKey>> | undefined> {
  const [key] = await findKeysByHash(sql, [hashOf(apiKey)])
  if (key?.kind !== 'recruiter') return undefined
  if (!isMintedBy(key, body, now)) throw mintedAnother(key)
  return { body: { ...toRecruiterKey(key, now), apiKey }, headers: REPLAYED }
}

const REPLAYED = { 'idempotency-replayed': 'true' }

function mintedAnother({ id }: AnyKey): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    `Idempotency-Key: was used to mint key ${id}, which is another one, has been used or is older than ${IDEMPOTENCY_HOURS} hours; use a new one.`,
  )
}

async function checkUser(sql: Sql, employerId: number, userId: number | null): Promise<number | null> {
  if (userId === null || (await findUser(sql, employerId, userId))) return userId
  throw new ApiError('invalid_request', 'userId: must be a user of this employer; create the user first.')
}

/** D-11: the key is Active at once. Throws unavailable while the candidate service cannot be reached. */
export const mintCandidateKey = route(endpoints.mintCandidateKey, async (context) => {
  const { service, params, body, requestId, now } = context
  const { candidateId } = params
  const expiresAt = body.expiresAt ?? null
  checkExpiry(expiresAt, now)
  const sandboxId = await findSandboxOfCandidate(service.call, candidateId, requestId)
  const wanted = { ...body, candidateId, sandboxId, expiresAt }
  const apiKey = mintKey('candidate', modeOf(sandboxId))
  return context.commit((sql) => mintFor(sql, context, 'mint-candidate-key', wanted, apiKey))
})

/** A key of a candidate of the own sandbox. Throws not_found for any other candidate, rate_limited, and unavailable while the
 * candidate service cannot be reached. */
export const mintSandboxCandidateKey = route(sandboxes.mintSandboxCandidateKey, async (context) => {
  const { service, params, body, requestId, now, employerId, headers, operationId } = context
  const { candidateId } = params
  const sandboxId = await findSandboxOfCandidate(service.call, candidateId, requestId)
  if (sandboxId !== employerId) throw notFound()
  const kind = { kind: 'candidate', mode: 'test' } as const
  const apiKey =
    headers['idempotency-key'] === undefined
      ? mintKey(kind.kind, kind.mode)
      : deriveFirstKey(kind, service.env.CALLER_SECRET, `candidate ${candidateId}`, operationId)
  return context.commit(async (sql) => {
    const hash = hashOf(apiKey)
    await lockHash(sql, hash)
    const [first] = await findKeysByHash(sql, [hash])
    if (first?.kind === 'candidate') {
      if (!isMintedBy(first, body, now)) throw mintedAnother(first)
      return { body: { ...toCandidateKey(first, now), apiKey }, headers: REPLAYED }
    }
    const count = await lockKeysOfDay(sql, { kind: 'candidate', candidateId }, now)
    checkKeysOfDay(count, 'candidate', now, 'mint')
    const wanted = { ...body, candidateId, sandboxId, expiresAt: null }
    return mintFor(sql, context, 'mint-sandbox-candidate-key', wanted, apiKey)
  })
})

async function mintFor(
  sql: Tx,
  context: AuditContext,
  action: AuditAction,
  wanted: Pick<CandidateKey, 'candidateId' | 'sandboxId' | 'expiresAt' | 'name' | 'scopes'>,
  apiKey: string,
) {
  const { now } = context
  const { candidateId, sandboxId, expiresAt, name, scopes } = wanted
  if (await isErased(sql, candidateId)) throw notFound()
  if (sandboxId !== null) {
    await holdUsers(sql, sandboxId)
    if (await isRetired(sql, sandboxId)) throw notFound()
  }
  const owner = { kind: 'candidate', candidateId, sandboxId, status: 'Active' } as const
  const newKey: NewKey<CandidateKey> = { ...owner, ...issued(apiKey, now), name, scopes, expiresAt }
  const key = toCandidateKey(await insertKey(sql, newKey, hashOf(apiKey)), now)
  await audit(sql, context, action, key.id, { ...key, candidateId }, sandboxId ?? undefined)
  return { body: { ...key, apiKey } }
}

const issued = (apiKey: string, now: Date) => ({ lastFour: lastFour(apiKey), createdAt: now })

function audit(
  sql: Tx,
  context: AuditContext,
  action: AuditAction,
  id: number,
  after: object,
  employerId?: number,
) {
  return recordAudit(sql, context, {
    action,
    entity: { type: 'api-key', id },
    before: null,
    after,
    employerId,
  })
}
