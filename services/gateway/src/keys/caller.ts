import type { IncomingMessage } from 'node:http'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { isWellFormed } from '@jobboard/service/auth/api-key'
import { type Caller, openReusedToken } from '@jobboard/service/auth/caller'

/** The API key of a request, from `Authorization: Bearer` or `X-Api-Key`. Undefined when there is none, two different
 * ones, or a mistyped one. Another scheme, as a proxy's Basic, and an empty `X-Api-Key` count as absent (D-11). */
export function presentedKey(request: IncomingMessage): string | undefined {
  const { rawHeaders } = request
  let key: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const found = keyIn(rawHeaders[index]!.toLowerCase(), rawHeaders[index + 1]!)
    if (found === undefined) continue
    if (key !== undefined && key !== found) return undefined
    key = found
  }
  return key !== undefined && isWellFormed(key) ? key : undefined
}

/** The token of `Authorization: Bearer`; an empty string when the header says anything else. */
export function bearerToken(value: string): string {
  return /^bearer +(\S+) *$/i.exec(value)?.[1] ?? ''
}

function keyIn(name: string, value: string): string | undefined {
  if (name === 'authorization') return /^bearer(?: |$)/i.test(value.trim()) ? bearerToken(value) : undefined
  if (name === 'x-api-key') return value.trim() || undefined
  return undefined
}

/** The unique name of a key, such as `recruiter:17`: the two kinds are numbered independently. */
export function keyName({ kind, id }: Pick<KeyRecord, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** The owner of a key, such as `employer:3`. */
export function ownerName({
  employerId,
  candidateId,
}: Pick<KeyRecord, 'employerId' | 'candidateId'>): string {
  return employerId === null ? `candidate:${candidateId}` : `employer:${employerId}`
}

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

/** The owner of a key, as services receive it. */
export function callerOf(key: KeyRecord): Caller {
  const { id: keyId, scopes } = key
  const world = key.sandboxId !== undefined && { sandboxId: key.sandboxId }
  if (key.kind === 'recruiter' && key.employerId !== null) {
    return { kind: 'recruiter', employerId: key.employerId, userId: key.userId, keyId, scopes, ...world }
  }
  if (key.kind === 'candidate' && key.candidateId !== null) {
    return { kind: 'candidate', candidateId: key.candidateId, keyId, scopes, ...world }
  }
  throw new Error(`key ${keyId} has no owner`)
}
