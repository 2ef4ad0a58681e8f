import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { type Caller, signCaller } from '@jobboard/service/auth/caller'

const LIFETIME_MS = 60_000
const RENEW_MS = 30_000

/** Who holds the admin token. */
export const operator = { kind: 'admin', actor: 'operator' } as const

/** Signed tokens that name the caller of a request to the services. */
export interface CallerTokens {
  /** For the owner of a key. Signed every half minute, not per request. */
  forKey(key: KeyRecord): string
  forOperator(): string
}

/** Signing is the most expensive part of a small request, so the requests of a key share one token. */
export function openCallerTokens(secret: string, nowMs: () => number = () => Date.now()): CallerTokens {
  // By record: a changed key has another record, and a dropped record releases its token.
  const issued = new WeakMap<KeyRecord, { token: string; renewAtMs: number }>()
  return {
    forKey(key) {
      const now = nowMs()
      const current = issued.get(key)
      if (current && now < current.renewAtMs) return current.token
      const token = signCaller(secret, callerOf(key), LIFETIME_MS)
      issued.set(key, { token, renewAtMs: now + RENEW_MS })
      return token
    },
    forOperator: () => signCaller(secret, operator, LIFETIME_MS),
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
