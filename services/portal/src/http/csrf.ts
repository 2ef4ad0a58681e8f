import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The name of the form field with the token. */
export const CSRF_FIELD = 'csrf'

/** The token of the forms of one browser, from the secret in its cookie: that of the session, or before the sign-in the
 * binding. */
export function csrfToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url')
}

/** True for a form that a page of this portal has sent (P-443): by what the browser says about its origin, and by the
 * token. A browser that sends neither `Sec-Fetch-Site` nor `Origin` is refused. */
export function isOwnForm(
  { headers }: FastifyRequest,
  baseUrl: string,
  secret: string | undefined,
  token: string | undefined,
): boolean {
  const site = headers['sec-fetch-site']
  const isSameOrigin = site === undefined ? headers.origin === baseUrl : site === 'same-origin'
  if (!isSameOrigin || secret === undefined || token === undefined) return false
  const expected = Buffer.from(csrfToken(secret))
  const actual = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
