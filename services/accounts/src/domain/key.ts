import { ApiError } from '@jobboard/contracts/error'

/** What keys of both kinds have. The hash of a key never leaves the store. */
interface Key {
  id: number
  name: string
  status: 'Active' | 'PendingApproval' | 'Revoked'
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  replacedBy: number | null
  version: number
}

/** A key of an employer; `userId` is the user its notes and scorecards are written by (Spec §5.10). */
export interface RecruiterKey extends Key {
  kind: 'recruiter'
  employerId: number
  userId: number | null
  scopes: ('JobPosting' | 'Applications' | 'CvSearch')[]
}

/** A key of a candidate. */
export interface CandidateKey extends Key {
  kind: 'candidate'
  candidateId: number
  scopes: ('Profile' | 'Applications' | 'Apply')[]
}

export type AnyKey = RecruiterKey | CandidateKey
/** A key that is not stored yet. */
export type NewKey<K extends AnyKey> = Omit<K, 'id' | 'lastUsedAt' | 'replacedBy' | 'version'>

/** The status by the clock: a key expires without anybody doing anything (Spec §5.2, D-16). */
export function statusAt({ status, expiresAt }: Key, now: Date): Key['status'] | 'Expired' {
  return status !== 'Revoked' && expiresAt !== null && expiresAt <= now ? 'Expired' : status
}

/** Throws invalid_request for a key that would be born expired. */
export function checkExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  throw new ApiError(
    'invalid_request',
    'expiresAt: must be in the future; leave it out for a key without end.',
  )
}

/** Approves a key that waits; an Active one stays as it is (D-15). Throws invalid_state. */
export function approve(key: RecruiterKey, now: Date): RecruiterKey {
  checkAlive(key, now, 'approved')
  return key.status === 'Active' ? key : { ...key, status: 'Active', version: key.version + 1 }
}

/** Revokes a key for ever; a revoked one stays as it is. */
export function revoke<K extends AnyKey>(key: K): K {
  return key.status === 'Revoked' ? key : { ...key, status: 'Revoked', version: key.version + 1 }
}

/** The key that takes the place of this one, with the same rights and the same end. Throws invalid_state. */
export function successor<K extends AnyKey>(key: K, now: Date): NewKey<K> {
  checkAlive(key, now, 'rotated')
  if (key.replacedBy !== null) {
    const message = `The key has been rotated already; key ${key.replacedBy} took its place.`
    throw new ApiError('invalid_state', message)
  }
  const { id: _, lastUsedAt: _used, replacedBy: _replaced, version: _version, ...rights } = key
  return { ...rights, createdAt: now }
}

/** The key after another took its place: it ends now, or in `overlapSeconds` if not earlier. */
export function rotateOut<K extends AnyKey>(
  key: K,
  replacedBy: number,
  now: Date,
  overlapSeconds: number,
): K {
  if (overlapSeconds === 0) return { ...revoke(key), replacedBy }
  const end = new Date(now.getTime() + overlapSeconds * 1_000)
  const expiresAt = key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end
  return { ...key, expiresAt, replacedBy, version: key.version + 1 }
}

function checkAlive(key: Key, now: Date, verb: string): void {
  const status = statusAt(key, now)
  if (status === 'Active' || status === 'PendingApproval') return
  throw new ApiError('invalid_state', `The key is ${status} and cannot be ${verb}; mint a new one.`)
}
