import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure, type PortalEnv } from '../env.ts'

type CookieEnv = Pick<PortalEnv, 'PORTAL_BASE_URL' | 'PORTAL_PORT'>

/** The cookies of the portal: `session` and `binding` hold random tokens, `notice` a sentence for the next page,
 * `kept` the key of a form that was sent after its session had ended,
 * `theme` and `zone` are preferences; `zone` is set by the script of the page. */
export type CookieName = 'session' | 'binding' | 'notice' | 'kept' | 'theme'

export function readCookie(env: CookieEnv, request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[cookieName(env, name)]
}

/** Seconds for which the browser keeps a cookie; others until it closes. */
const MAX_AGE_SECONDS: Partial<Record<CookieName, number>> = {
  // From asking for a link until it is opened; each page of the sign-in starts it again.
  binding: 3_600,
  notice: 60,
  kept: 1_800,
  theme: 31_536_000,
}

/** Sets a cookie; null deletes it. */
export function writeCookie(
  env: CookieEnv,
  reply: FastifyReply,
  name: CookieName,
  value: string | null,
): void {
  const maxAge = value === null ? 0 : MAX_AGE_SECONDS[name]
  reply.setCookie(cookieName(env, name), value ?? '', {
    path: '/',
    httpOnly: true,
    // Not strict: a person who follows a link from a mail or another site is signed in.
    sameSite: 'lax',
    secure: isSecure(env.PORTAL_BASE_URL),
    maxAge,
  })
}

/** The name that the browser knows. Cookies ignore ports: two stacks on one host would overwrite each other's. */
export function cookieName({ PORTAL_BASE_URL, PORTAL_PORT }: CookieEnv, name: CookieName): string {
  return isSecure(PORTAL_BASE_URL)
    ? `__Host-${name}`
    : `${name}-${new URL(PORTAL_BASE_URL).port || PORTAL_PORT}`
}
