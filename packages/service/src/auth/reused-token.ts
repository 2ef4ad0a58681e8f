import { type Caller, signCaller } from './caller.ts'

const LIFETIME_MS = 60_000
const RENEW_AFTER_MS = 30_000

/** Returns a function that gives a caller token of `caller`, the same one for 30 s: signing is the most expensive part
 * of a small request. */
export function openReusedToken(secret: string, caller: Caller): () => string {
  let token = ''
  let renewAtMs = 0
  return () => {
    const nowMs = Date.now()
    if (nowMs >= renewAtMs) {
      token = signCaller(secret, caller, LIFETIME_MS)
      renewAtMs = nowMs + RENEW_AFTER_MS
    }
    return token
  }
}
