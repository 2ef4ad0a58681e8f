import type { IncomingMessage } from 'node:http'
import { isWellFormed } from '@jobboard/service/auth/api-key'

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
