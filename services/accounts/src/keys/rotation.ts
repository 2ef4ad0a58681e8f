import { ApiError } from '@jobboard/contracts/error'
import { KEYS_PER_DAY } from '@jobboard/contracts/limits'
import { type AnyKey, checkUsable, lastFour, type NewKey, revoke } from './key.ts'

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
