import { randomBytes } from 'node:crypto'
import { portalPage } from '@jobboard/contracts/employers/portal-links'
import { MAX_ID } from '@jobboard/contracts/limits'
import { openAuthenticator } from '@jobboard/events/nats/authenticator'
import { z } from 'zod'

/** Whom a one-time link signs in. */
export interface PortalLinkPerson {
  kind: 'user' | 'staff'
  id: number
}

const portalLink = z.object({
  kind: z.enum(['user', 'staff']),
  id: z.int().min(1).max(MAX_ID),
  page: portalPage,
  /** 128 bits, base64url. The portal accepts each once. */
  nonce: z.string().length(22),
  /** Real time, milliseconds since 1970. */
  expiresAtMs: z.number(),
})
/** What a one-time link to the portal says. */
export type PortalLink = z.output<typeof portalLink>

const MAX_TOKEN_LENGTH = 1_000

/** The token of a link with a nonce of its own: base64url of the JSON, a dot, and its HMAC-SHA256 with a key derived from
 * CALLER_SECRET. Whoever has the token is signed in, so it is never logged or stored. */
export function signPortalLink(secret: string, link: Omit<PortalLink, 'nonce'>): string {
  const nonce = randomBytes(16).toString('base64url')
  const payload = Buffer.from(JSON.stringify({ ...link, nonce })).toString('base64url')
  return `${payload}.${signerOf(secret).sign(payload)}`
}

/** What an authentic token says; undefined for a forged one, and for one that has expired at `nowMs` (real time). Whether
 * its nonce was used before is for the caller to check. */
export function verifyPortalLink(secret: string, token: string, nowMs: number): PortalLink | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const [payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !signerOf(secret).verify(signature, payload)) return undefined
  const { data } = portalLink.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return data && data.expiresAtMs > nowMs ? data : undefined
}

function signerOf(secret: string) {
  return openAuthenticator(secret, 'portal link')
}
