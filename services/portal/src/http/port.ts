import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { ApiError } from '@jobboard/contracts/error'
import { type BodyMemoryBudget, collectBody, openBodyMemoryBudget } from '@jobboard/service/http/collect-body'
import { descriptorLimit, limitConnections, maxConnections } from '@jobboard/service/http/connection-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isBehindProxy, type PortalDeps } from '../env.ts'
import type { FoundSession } from '../session/identify.ts'
import type { FormData } from './form.ts'

// What holds for every request of the port, whichever page it is for.

/** Memory of all forms that arrive at the same time. */
const FORMS_BYTES = 67_108_864
/** Descriptors for the services and the database. */
const OWN_CONNECTIONS = 512
/** Connections from one address: those of 160 browsers. */
const MAX_PER_ADDRESS = 1_000

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Forms are the only bodies; mail programs send one of their own kind, of which nothing is read. Over the budget, the session with the most bytes loses its oldest. */
export function addForms(app: FastifyInstance, sessions: WeakMap<FastifyRequest, FoundSession>): void {
  const budget = openBodyMemoryBudget(FORMS_BYTES)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', {}, async (request: FastifyRequest) => {
    const { raw } = request
    const session = sessions.get(request)
    const holder = session ? `session ${session.id}` : raw.socket
    return readForm(raw, request.routeOptions.bodyLimit, budget, holder)
  })
  app.addContentTypeParser(
    'multipart/form-data',
    {},
    async (_request: FastifyRequest, body: IncomingMessage) => {
      body.resume()
      return {}
    },
  )
}

/** Connections of the port, and of one address. */
export function addConnectionLimit(app: FastifyInstance, { env, log }: PortalDeps): void {
  const limits = {
    max: maxConnections(descriptorLimit(), OWN_CONNECTIONS, env.MAX_CONNECTIONS),
    maxPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS ?? (isBehindProxy(env) ? 0 : MAX_PER_ADDRESS),
  }
  const limiter = limitConnections(app.server, limits, log)
  app.addHook('onRequest', async ({ raw }, reply) => {
    limiter.onBusy(raw.socket)
    reply.raw.once('close', () => limiter.onIdle(raw.socket))
  })
}

export function addSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      // `no-referrer` would turn the Origin of our own forms into `null`.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
    })
  })
}

/** Bytes of a form: one without long texts, one with a note, and a job with its description of 100 000 characters, each byte
 * encoded as 3. */
export const formBytes = { short: 24_576, note: 262_144, job: 2_097_152 } as const
/** A job with 100 screening questions has about 450 fields. */
const MAX_FIELDS = 1_000

/** Reads a form of at most `maxBytes`, whose memory comes out of the budget. `holder` sends it: the session, or the
 * connection. Throws payload_too_large, and unavailable when it comes too slowly. */
export async function readForm(
  request: IncomingMessage,
  maxBytes: number,
  budget: BodyMemoryBudget,
  holder: string | object,
): Promise<FormData> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const refusal = (reason: string) => (reason === 'too_large' ? tooLarge(maxBytes) : tooSlow())
  return parseForm(await collectBody(request, { maxBytes, budget, holder, freeBytes: 0, refusal }))
}

/** The fields of a form; more of them than any form has are refused before they are parsed. */
function parseForm(body: Buffer): FormData {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    if (++fields > MAX_FIELDS) throw tooMany()
  }
  return parse(body.toString(), '&', '=', { maxKeys: 0 })
}

function tooLarge(maxBytes: number): ApiError {
  const message = `This form takes at most ${Math.floor(maxBytes / 1_024)} KB. Shorten what you typed, and send it again.`
  return new ApiError('payload_too_large', message)
}

function tooMany(): ApiError {
  return new ApiError('payload_too_large', `A form has at most ${MAX_FIELDS} fields.`)
}

function tooSlow(): ApiError {
  return new ApiError('unavailable', 'The form arrived too slowly, so it was not read to its end.')
}
