import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { type Caller, signCaller } from '@jobboard/service/auth/caller'

const LIFETIME_MS = 60_000
const RENEW_MS = 30_000

/** Whoever holds the admin token. */
export const operator = { kind: 'admin', actor: 'operator' } as const

/** Signs who is calling. */
export interface Passports {
  /** For the owner of a key: signed anew every half minute, not for each request. */
  ofKey(key: KeyRecord): string
  ofCaller(caller: Caller, lifetimeMs: number): string
}

/** The signature is the dearest part of a small request, so a key's passport serves all of its requests for a while. */
export function openPassports(secret: string, nowMs: () => number = () => Date.now()): Passports {
  // Keyed by the record itself: a changed key is another record, and a forgotten one takes its passport along.
  const issued = new WeakMap<KeyRecord, { passport: string; renewAtMs: number }>()
  return {
    ofKey(key) {
      const now = nowMs()
      const known = issued.get(key)
      if (known && now < known.renewAtMs) return known.passport
      const passport = signCaller(secret, callerOf(key), LIFETIME_MS)
      issued.set(key, { passport, renewAtMs: now + RENEW_MS })
      return passport
    },
    ofCaller: (caller, lifetimeMs) => signCaller(secret, caller, lifetimeMs),
  }
}

function callerOf(key: KeyRecord): Caller {
  const { id: keyId, scopes } = key
  if (key.kind === 'recruiter' && key.employerId !== null) {
    return { kind: 'recruiter', employerId: key.employerId, userId: key.userId, keyId, scopes }
  }
  if (key.kind === 'candidate' && key.candidateId !== null) {
    return { kind: 'candidate', candidateId: key.candidateId, keyId, scopes }
  }
  throw new Error(`key ${keyId} has no owner`)
}
