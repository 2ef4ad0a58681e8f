import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The name of the form field with the token. */
export const CSRF_FIELD = 'csrf'

const TOKEN_BYTES = 32

/** The token of the forms of one browser, from the secret in its cookie: that of the session, or before the sign-in the
 * binding. Each call masks it with other random bits, so that the size of a compressed page says nothing about it (P-585). */
export function csrfToken(secret: string): string {
  const mask = randomBytes(TOKEN_BYTES)
  return Buffer.concat([mask, xor(tokenOf(secret), mask)]).toString('base64url')
}

/** True when a page of this portal in this browser has sent the request, as far as its headers say (P-443). A browser that
 * sends neither `Sec-Fetch-Site` nor `Origin` is refused. */
export function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === baseUrl : site === 'same-origin'
}

/** True for the token of a form that this portal has rendered for this secret (P-443). */
export function isOwnToken(secret: string | undefined, token: unknown): boolean {
  if (secret === undefined || typeof token !== 'string') return false
  const expected = tokenOf(secret)
  const actual = unmasked(Buffer.from(token, 'base64url'))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function tokenOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('form').digest()
}

/** A page of the release before, which may still be open, has the token without a mask. */
function unmasked(bytes: Buffer): Buffer {
  if (bytes.length !== 2 * TOKEN_BYTES) return bytes
  return xor(bytes.subarray(TOKEN_BYTES), bytes.subarray(0, TOKEN_BYTES))
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ mask[index]!))
}
