import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { type Caller, openReusedToken } from '@jobboard/service/auth/caller'

/** Who holds the admin token. */
export const operator = { kind: 'admin', actor: 'operator' } as const

/** Signed tokens that name the caller of a request to the services. */
export interface CallerTokens {
  /** For the owner of a key. */
  forKey(key: KeyRecord): string
  forOperator(): string
}

/** Opens the tokens of all keys; each is signed once in 30 s. */
export function openCallerTokens(secret: string): CallerTokens {
  // By record: a changed key has another record, and a dropped record releases its token.
  const issued = new WeakMap<KeyRecord, () => string>()
  return {
    forKey(key) {
      const current = issued.get(key)
      if (current) return current()
      const token = openReusedToken(secret, callerOf(key))
      issued.set(key, token)
      return token()
    },
    forOperator: openReusedToken(secret, operator),
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
