import type { Input, recruiterScopes } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { mintRecruiterKey } from '@jobboard/contracts/keys/admin'
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

/** The characters by which lists name a key: of its checksum, so the secret loses nothing. */
export const lastFour = (apiKey: string): string => apiKey.slice(-4)

/** The status at `now`. Expiry is computed, never stored (Spec §5.2, D-16). */
export function statusAt({ status, expiresAt }: Key, now: Date): Key['status'] | 'Expired' {
  return status !== 'Revoked' && expiresAt !== null && expiresAt <= now ? 'Expired' : status
}

/** Whether the key was revoked or expired before this time. */
export function hasEndedBefore({ revokedAt, expiresAt }: AnyKey, time: Date): boolean {
  return (revokedAt !== null && revokedAt < time) || (expiresAt !== null && expiresAt < time)
}

/** True when a repeat of the request that minted the key may show it again: nobody has used or changed it since, and
 * it is not older than a stored response would be. */
export function isMintedBy(
  key: RecruiterKey,
  body: Input<typeof mintRecruiterKey>['body'],
  now: Date,
): boolean {
  const isNew = now.getTime() - key.createdAt.getTime() < IDEMPOTENCY_HOURS * 3_600_000
  const isUnused = key.lastUsedAt === null && key.replacedBy === null && key.status !== 'Revoked'
  return (
    isNew &&
    isUnused &&
    key.name === body.name &&
    key.scopes.join() === body.scopes.join() &&
    key.userId === (body.userId ?? null) &&
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

/** The key `apiKey` that replaces this one, with the same rights and the same `expiresAt`. Throws invalid_state. */
export function successor<K extends AnyKey>(key: K, apiKey: string, now: Date): NewKey<K> {
  checkUsable(key, now, 'rotated')
  if (key.replacedBy !== null) {
    const message = `The key was rotated before and is replaced by key ${key.replacedBy}; rotate that one.`
    throw new ApiError('invalid_state', message)
  }
  const {
    id: _,
    lastUsedAt: _used,
    replacedBy: _replaced,
    revokedAt: _revoked,
    refusedReason: _refused,
    version: _version,
    ...rights
  } = key
  return { ...rights, lastFour: lastFour(apiKey), createdAt: now }
}

/** The key after its rotation: revoked at once, or expired after `overlapSeconds` unless it expires earlier. */
export function rotateOut<K extends AnyKey>(
  key: K,
  replacedBy: number,
  now: Date,
  overlapSeconds: number,
): K {
  if (overlapSeconds === 0) return { ...revoke(key, now), replacedBy }
  const overlapEnd = new Date(now.getTime() + overlapSeconds * 1_000)
  const expiresAt = key.expiresAt !== null && key.expiresAt < overlapEnd ? key.expiresAt : overlapEnd
  return { ...key, expiresAt, replacedBy, version: key.version + 1 }
}

/** True when rotating the predecessor of `next` with this overlap left it as `old` is. */
export function isRotationOf(old: AnyKey, next: AnyKey, overlapSeconds: number): boolean {
  if (old.status === 'Revoked') return overlapSeconds === 0
  // The successor has the expiry that the old key had.
  const unrotated = { ...old, expiresAt: next.expiresAt }
  const rotated = rotateOut(unrotated, next.id, next.createdAt, overlapSeconds)
  return rotated.expiresAt?.getTime() === old.expiresAt?.getTime() && overlapSeconds > 0
}

/** The refusal of a second rotation by the holder of a key. */
export function alreadyRotated(replacedBy: number): ApiError {
  return new ApiError(
    'already_rotated',
    `This key was rotated before and is replaced by key ${replacedBy}. Use that one; if its text was lost, repeat the rotation with the same Idempotency-Key, or ask for a new key.`,
  )
}

/** When the newest keys of an owner were made, newest first. */
export interface NewestKeys {
  kind: AnyKey['kind']
  newest: Date[]
}

/** Throws rate_limited when the owner has as many new keys since 00:00 UTC as holders of keys and persons in the portal may
 * make in a day. */
export function checkKeysOfDay(
  { kind, newest }: NewestKeys,
  now: Date,
  verb: 'mint' | 'rotate' = 'rotate',
): void {
  const sinceMidnightMs = now.getTime() % DAY_MS
  const ofToday = newest.filter((at) => at.getTime() >= now.getTime() - sinceMidnightMs)
  if (ofToday.length < KEYS_PER_DAY) return
  const seconds = Math.ceil((DAY_MS - sinceMidnightMs) / 1_000)
  const owner = kind === 'recruiter' ? 'employer' : 'candidate'
  throw new ApiError(
    'rate_limited',
    `This ${owner} has ${KEYS_PER_DAY} new keys since 00:00 UTC, the most for one day; ${verb} the key after 00:00 UTC, in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

const DAY_MS = 86_400_000

function checkUsable(key: Key, now: Date, verb: string): void {
  const status = statusAt(key, now)
  if (status === 'Active' || status === 'PendingApproval') return
  throw new ApiError('invalid_state', `The key is ${status} and cannot be ${verb}; mint a new one.`)
}
