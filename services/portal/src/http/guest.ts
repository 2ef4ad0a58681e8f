import { readQuery } from '@jobboard/service/http/query'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalDeps } from '../env.ts'
import { readCookie, writeCookie } from '../session/cookies.ts'
import { keyedHash, newToken } from '../session/session.ts'
import { CSRF_FIELD, csrfToken, isOwnOrigin, isOwnToken } from './csrf.ts'
import { type FormData, singleValues, text } from './form.ts'
import { networkOf, type Pace } from './pace.ts'
import type { Redirect, View } from './page.ts'
import { foreignForm, send, tooMany } from './send.ts'

/** One request to a page of the sign-in, from a browser of which nobody is known. */
export interface Guest {
  request: FastifyRequest
  params: Record<string, string>
  query: Record<string, string | undefined>
  form: FormData
  /** Of the secret of this browser in its cookie, to which the links and codes that it asks for are bound. */
  bindingHash: Buffer
  csrf: string
  now: Date
  /** Runs after the response, so that neither its bytes nor its time show what happens then. */
  afterwards(work: () => void): void
}

/** A page or an action before the sign-in. Of every POST, but of an open page, the origin and the token are checked before. */
export interface GuestPage {
  method: 'GET' | 'POST'
  path: string
  /** Its address is the secret, and programs send its form: it has no cookie and no token. */
  isOpen?: boolean
  handle(guest: Guest): Promise<View | Redirect>
}

const BINDING_LENGTH = newToken().length

/** Refuses a form by its headers, before its body is read; undefined for one to read. */
export function refuseGuest(deps: PortalDeps, pace: Pace, page: GuestPage, request: FastifyRequest) {
  if (page.method === 'GET') return undefined
  if (!pace.admits(networkOf(request.ip))) return tooMany()
  if (page.isOpen) return undefined
  const isOwn = isOwnOrigin(request, deps.env.PORTAL_BASE_URL) && bindingOf(deps, request) !== undefined
  return isOwn ? undefined : foreignForm()
}

/** Handles a request to a page of the sign-in. The cookie of the browser is set with the first one. */
export async function serveGuest(
  deps: PortalDeps,
  page: GuestPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = bindingOf(deps, request)
  const binding = known ?? newToken()
  if (!page.isOpen) writeCookie(deps.env, reply, 'binding', binding)
  const form = (request.body ?? {}) as FormData
  if (page.method === 'POST' && !page.isOpen && !isOwnToken(known, text(form, CSRF_FIELD))) {
    return send(deps, request, reply, foreignForm())
  }
  const outcome = await page.handle({
    request,
    params: request.params as Record<string, string>,
    query: singleValues(readQuery(request.url)),
    form,
    bindingHash: hashOfBinding(deps.env, binding),
    csrf: csrfToken(binding),
    now: deps.now(),
    afterwards: (work) => void reply.raw.once('close', work),
  })
  return send(deps, request, reply, outcome)
}

/** What is stored of the secret of a browser. */
export function hashOfBinding(env: PortalDeps['env'], binding: string): Buffer {
  return keyedHash(env, 'binding', binding)
}

function bindingOf({ env }: PortalDeps, request: FastifyRequest): string | undefined {
  const cookie = readCookie(env, request, 'binding')
  return cookie?.length === BINDING_LENGTH ? cookie : undefined
}
