import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceName } from '@jobboard/contracts/endpoint'

/** Who a request comes from, as the gateway found out. */
export type Caller =
  | { kind: 'recruiter'; employerId: number; userId: number | null; keyId: number; scopes: string[] }
  | { kind: 'candidate'; candidateId: number; keyId: number; scopes: string[] }
  | { kind: 'admin'; actor: string }
  | { kind: 'service'; service: ServiceName }

/** What travels from the gateway to a service, and from service to service. */
export interface Passport {
  caller: Caller
  requestId: string
  /** Milliseconds since 1970, real clock. */
  expiresAtMs: number
}

/** Header that carries the signed passport; the gateway drops whatever a client sends under this name. */
export const CALLER_HEADER = 'x-caller'

const LIFETIME_MS = 60_000

/** Signs who is calling, for `lifetimeMs` from now. */
export function signCaller(
  secret: string,
  caller: Caller,
  requestId: string,
  lifetimeMs = LIFETIME_MS,
): string {
  const passport: Passport = { caller, requestId, expiresAtMs: Date.now() + lifetimeMs }
  const payload = Buffer.from(JSON.stringify(passport)).toString('base64url')
  return `${payload}.${signature(secret, payload)}`
}

/** The passport, or undefined when it is missing, forged or expired. */
export function verifyCaller(secret: string, header: string | undefined): Passport | undefined {
  const [payload, given] = header?.split('.') ?? []
  if (!payload || !given) return undefined
  const expected = Buffer.from(signature(secret, payload))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const passport = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Passport
  return passport.expiresAtMs > Date.now() ? passport : undefined
}

function signature(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}
