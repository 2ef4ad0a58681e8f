import type { Input, ResponseBody, recruiterScopes } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type {
  approveKey,
  listKeysForReview,
  mintCandidateKey,
  mintRecruiterKey,
  readKey,
} from '@jobboard/contracts/keys/admin'
import { IDEMPOTENCY_HOURS, KEYS_PER_DAY } from '@jobboard/contracts/limits'

/** The fields of both kinds of key. The hash is not one of them: it stays in the store. */
interface Key {
  id: number
  name: string
  status: 'Active' | 'PendingApproval' | 'Revoked'
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  replacedBy: number | null
  /** The last characters of its text, to tell keys apart; null for keys of older releases. */
  lastFour: string | null
  revokedAt: Date | null
  /** Why the platform refused the key; always null for a candidate's. */
  refusedReason: string | null
  /** Null: live. */
  sandboxId: number | null
  version: number
}

/** A key of an employer; `userId` is the author of notes and scorecards written with it (Spec §5.10). */
export interface RecruiterKey extends Key {
  kind: 'recruiter'
  employerId: number
  userId: number | null
  scopes: (typeof recruiterScopes)[number][]
}

/** A key of a candidate. */
export interface CandidateKey extends Key {
  kind: 'candidate'
  candidateId: number
  scopes: ('Profile' | 'Applications' | 'Apply')[]
}

/** A key that waits for a review, and whose it is. */
export type PendingKey = RecruiterKey & { employerName: string }

export type AnyKey = RecruiterKey | CandidateKey
/** A key that is not stored yet. */
export type NewKey<K extends AnyKey> = Omit<
  K,
  'id' | 'lastUsedAt' | 'replacedBy' | 'revokedAt' | 'refusedReason' | 'version'
>

/** The employer of a key; undefined for a candidate's. */
export function employerOf(key: Pick<RecruiterKey, 'kind' | 'employerId'> | Pick<CandidateKey, 'kind'>) {
  return key.kind === 'recruiter' ? key.employerId : undefined
}

/** The characters by which lists name a key: of its checksum, so the secret loses nothing. */
export const lastFour = (apiKey: string): string => apiKey.slice(-4)

/** The status at `now`. Expiry is computed, never stored (Spec §5.2, D-16). */
function statusAt({ status, expiresAt }: Key, now: Date): Key['status'] | 'Expired' {
  return status !== 'Revoked' && expiresAt !== null && expiresAt <= now ? 'Expired' : status
}

/** Whether the key was revoked or expired before this time. */
export function hasEndedBefore({ revokedAt, expiresAt }: AnyKey, time: Date): boolean {
  return (revokedAt !== null && revokedAt < time) || (expiresAt !== null && expiresAt < time)
}

/** True when a repeat of the request that minted the key may show it again: nobody has used or changed it since, and
 * it is not older than a stored response would be. */
export function isMintedBy(
  key: AnyKey,
  body: Pick<AnyKey, 'name' | 'scopes'> &
    Partial<Pick<Input<typeof mintRecruiterKey>['body'], 'userId' | 'expiresAt'>>,
  now: Date,
): boolean {
  const isNew = now.getTime() - key.createdAt.getTime() < IDEMPOTENCY_HOURS * 3_600_000
  const isUnused = key.lastUsedAt === null && key.replacedBy === null && key.status !== 'Revoked'
  return (
    isNew &&
    isUnused &&
    key.name === body.name &&
    key.scopes.join() === body.scopes.join() &&
    (key.kind === 'candidate' || key.userId === (body.userId ?? null)) &&
    key.expiresAt?.getTime() === body.expiresAt?.getTime()
  )
}

/** Throws invalid_request when a new key would already be expired. */
export function checkExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  throw new ApiError(
    'invalid_request',
    'expiresAt: must be in the future; leave it out for a key that does not expire.',
  )
}

const DAY_MS = 86_400_000

/** Throws rate_limited when the owner has as many new keys since 00:00 UTC as holders of keys and persons in the portal may
 * make in a day. */
export function checkKeysOfDay(
  count: number,
  kind: AnyKey['kind'],
  now: Date,
  verb: 'mint' | 'rotate',
): void {
  if (count < KEYS_PER_DAY) return
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000)
  const owner = kind === 'recruiter' ? 'employer' : 'candidate'
  throw new ApiError(
    'rate_limited',
    `This ${owner} has ${KEYS_PER_DAY} new keys since 00:00 UTC, the most for one day; ${verb} the key after 00:00 UTC, in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Approves a pending key; an Active one is returned unchanged (D-15). Throws invalid_state. */
export function approve(key: RecruiterKey, now: Date): RecruiterKey {
  checkUsable(key, now, 'approved')
  return key.status === 'Active' ? key : { ...key, status: 'Active', version: key.version + 1 }
}

/** Refuses a pending key, which is revoked with a reason. Throws invalid_state. */
export function refuse(key: RecruiterKey, refusedReason: string, now: Date): RecruiterKey {
  const status = statusAt(key, now)
  if (status === 'PendingApproval') return { ...revoke(key, now), refusedReason }
  const next = status === 'Active' ? ' Revoke it instead.' : ''
  throw new ApiError(
    'invalid_state',
    `The key is ${status}; only a key in status PendingApproval can be refused.${next}`,
  )
}

/** Revokes a key permanently; a revoked one is returned unchanged. */
export function revoke<K extends AnyKey>(key: K, now: Date): K {
  if (key.status === 'Revoked') return key
  return { ...key, status: 'Revoked', revokedAt: now, version: key.version + 1 }
}

/** The key as one of this user, or of none once its user was removed (D-67). Throws invalid_state. */
export function setUser(key: RecruiterKey, userId: number | null, now: Date): RecruiterKey {
  if (key.userId === userId) return key
  if (userId !== null) checkUsable(key, now, 'moved to another user')
  return { ...key, userId, version: key.version + 1 }
}

/** Throws invalid_state for a key that has ended. */
export function checkUsable(key: Key, now: Date, verb: string): void {
  const status = statusAt(key, now)
  if (status === 'Active' || status === 'PendingApproval') return
  throw new ApiError('invalid_state', `The key is ${status} and cannot be ${verb}; mint a new one.`)
}

type WireRecruiterKey = ResponseBody<typeof approveKey>
type WireCandidateKey = Omit<ResponseBody<typeof mintCandidateKey>, 'apiKey'>

/** A recruiter key with its status at `now`, without its text. */
export function toRecruiterKey(key: RecruiterKey, now: Date): WireRecruiterKey {
  const { scopes, userId, refusedReason } = key
  return { ...toKey(key, now), scopes, userId, ...(refusedReason !== null && { refusedReason }) }
}

/** A key that waits for a review. */
export function toPendingKey(
  key: PendingKey,
  now: Date,
): ResponseBody<typeof listKeysForReview>['items'][number] {
  const { employerId, employerName } = key
  return { ...toRecruiterKey(key, now), employerId, employerName }
}

/** A candidate key with its status at `now`, without its text. */
export function toCandidateKey(key: CandidateKey, now: Date): WireCandidateKey {
  return { ...toKey(key, now), scopes: key.scopes }
}

/** A key of either kind in its audit rows. */
export function toAuditedKey(key: AnyKey, now: Date): WireRecruiterKey | WireCandidateKey {
  return key.kind === 'recruiter' ? toRecruiterKey(key, now) : toCandidateKey(key, now)
}

/** A key of either kind and whose it is. */
export function toOwnedKey(key: AnyKey, now: Date): ResponseBody<typeof readKey> {
  return key.kind === 'recruiter'
    ? { ...toRecruiterKey(key, now), kind: key.kind, employerId: key.employerId }
    : { ...toCandidateKey(key, now), kind: key.kind, candidateId: key.candidateId }
}

function toKey(key: AnyKey, now: Date) {
  return {
    id: key.id,
    name: key.name,
    status: statusAt(key, now),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastFour: key.lastFour,
    replacedBy: key.replacedBy,
  }
}
