import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { parsing, validationError } from './error-response.ts'
import { readIfMatch } from './etag.ts'
import { checkStreamType } from './media-type.ts'
import { parseQuery } from './query.ts'
import { parseSentBody } from './sent-body.ts'

/** Parameters, query and body by the schemas of the endpoint. Throws what is wrong with them. */
export function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = endpoint.params?.safeParse(request.params, parsing)
  if (params && !params.success) throw paramsError(endpoint, params.error)
  const query = parseQuery(endpoint, request.raw.url!)
  // Before anything is read: what is no ETag says nothing about a change.
  if (endpoint.hasEtag && endpoint.method === 'PUT') readIfMatch(request.headers)
  if (endpoint.bodyType) checkStreamType(request.headers, endpoint.bodyType)
  const sent = request.sentBody
  if (sent instanceof ApiError) throw sent
  if (sent) checkConfirmed(endpoint, sent.json)
  return { params: params?.data, query, body: sent && parseSentBody(endpoint, sent) }
}

// A path parameter that is not an id names an object that does not exist (D-04); some are values (D-29).
function paramsError({ checkedParams = [] }: Endpoint, error: z.ZodError): ApiError {
  const isChecked = error.issues.every(({ path }) => checkedParams.includes(String(path[0])))
  return isChecked ? validationError(error, 'path') : notFound()
}

/** Throws confirmation_required for an object without `confirm: true`, whatever else is wrong with it (D-32). */
function checkConfirmed({ refusals }: Endpoint, body: unknown): void {
  const message = refusals?.confirmation_required?.message
  if (!message || typeof body !== 'object' || body === null || Array.isArray(body)) return
  if ((body as { confirm?: unknown }).confirm === true) return
  throw new ApiError('confirmation_required', message)
}

/** The bytes of the body; undefined for a body that the action reads as a stream. */
export function rawBody(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined
}
