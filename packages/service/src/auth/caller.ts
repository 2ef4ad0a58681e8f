import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceName } from '@jobboard/contracts/endpoint'

/** Who a request comes from, as the gateway found out. */
export type Caller =
  | { kind: 'recruiter'; employerId: number; userId: number | null; keyId: number; scopes: string[] }
  | { kind: 'candidate'; candidateId: number; keyId: number; scopes: string[] }
  | { kind: 'admin'; actor: string }
  | { kind: 'service'; service: ServiceName }

/** What travels from the gateway to a service, and from service to service. It holds nothing of one request, so that the
 * gateway signs once for many. */
interface Passport {
  caller: Caller
  /** Milliseconds since 1970, real clock. */
  expiresAtMs: number
}

/** Header that carries the signed passport; the gateway drops whatever a client sends under this name. */
export const CALLER_HEADER = 'x-caller'

/** Header that carries the id of a request through every service; the gateway makes it. */
export const REQUEST_ID_HEADER = 'x-request-id'

const LIFETIME_MS = 60_000

/** Signs who is calling, for `lifetimeMs` from now. */
export function signCaller(secret: string, caller: Caller, lifetimeMs = LIFETIME_MS): string {
  const passport: Passport = { caller, expiresAtMs: Date.now() + lifetimeMs }
  const payload = Buffer.from(JSON.stringify(passport)).toString('base64url')
  return `${payload}.${signature(secret, payload)}`
}

/** The caller, or undefined when the passport is missing, forged or expired. */
export function verifyCaller(secret: string, header: string | undefined): Caller | undefined {
  const [payload, given] = header?.split('.') ?? []
  if (!payload || !given) return undefined
  const expected = Buffer.from(signature(secret, payload))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const passport = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Passport
  return passport.expiresAtMs > Date.now() ? passport.caller : undefined
}

function signature(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}
