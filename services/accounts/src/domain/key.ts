import type { recruiterScopes } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'

/** The fields of both kinds of key. The hash is not one of them: it stays in the store. */
interface Key {
  id: number
  name: string
  status: 'Active' | 'PendingApproval' | 'Revoked'
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  replacedBy: number | null
  revokedAt: Date | null
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

export type AnyKey = RecruiterKey | CandidateKey
/** A key that is not stored yet. */
export type NewKey<K extends AnyKey> = Omit<K, 'id' | 'lastUsedAt' | 'replacedBy' | 'revokedAt' | 'version'>

/** The status at `now`. Expiry is computed, never stored (Spec §5.2, D-16). */
export function statusAt({ status, expiresAt }: Key, now: Date): Key['status'] | 'Expired' {
  return status !== 'Revoked' && expiresAt !== null && expiresAt <= now ? 'Expired' : status
}

/** Whether the key was revoked or expired before this time. */
export function hasEndedBefore({ revokedAt, expiresAt }: AnyKey, time: Date): boolean {
  return (revokedAt !== null && revokedAt < time) || (expiresAt !== null && expiresAt < time)
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

/** Revokes a key permanently; a revoked one is returned unchanged. */
export function revoke<K extends AnyKey>(key: K, now: Date): K {
  if (key.status === 'Revoked') return key
  return { ...key, status: 'Revoked', revokedAt: now, version: key.version + 1 }
}

/** The key that replaces this one, with the same rights and the same `expiresAt`. Throws invalid_state. */
export function successor<K extends AnyKey>(key: K, now: Date): NewKey<K> {
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
    version: _version,
    ...rights
  } = key
  return { ...rights, createdAt: now }
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

function checkUsable(key: Key, now: Date, verb: string): void {
  const status = statusAt(key, now)
  if (status === 'Active' || status === 'PendingApproval') return
  throw new ApiError('invalid_state', `The key is ${status} and cannot be ${verb}; mint a new one.`)
}
