import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { LARGE_BODY_BYTES } from '@jobboard/contracts/limits'
import { type ByteOwner, chargeBytes, checkBytesLeft } from '@jobboard/events/publisher/byte-budget'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import { MAX_CREDITS_HEADER } from './credit-headers.ts'
import { parsing, toApiError, validationError } from './error-response.ts'
import { readIfMatch } from './etag.ts'
import { checkNotCompressed, checkStreamType, parseBody } from './media-type.ts'
import { isDryRun, prefersStrict } from './prefer.ts'
import { parseQuery } from './query.ts'
import {
  findUnknownFields,
  ignoredFieldsHeader,
  knownFieldsOf,
  type UnknownField,
  unknownFieldError,
} from './unknown-fields.ts'

type From = Pick<Deps, 'db' | 'clock'>

/** A request of an authenticated caller: what its headers and its body say. */
export interface ReadRequest {
  request: FastifyRequest
  caller: Caller
  /** Undefined for a body that the action reads as a stream. */
  bytes: Buffer | undefined
  /** The body of a JSON endpoint, or why it is refused, which `parseInput` throws: a replay does not need it. */
  body: SentBody | ApiError | undefined
  isDryRun: boolean
  idempotencyKey: string | undefined
  /** Credits that the call may spend. */
  maxCredits: number
  /** When the call shall have been made, with `DATED_CALLS`; undefined for now. */
  at?: Date | undefined
}

/** Reads the headers and the body of a request. Throws what is wrong with its preference for a dry run; `all` are the
 * endpoints that the refusal can name. */
export async function readRequest(
  deps: From,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  all: readonly Endpoint[],
): Promise<ReadRequest> {
  const { headers } = request
  const prefersDryRun = isDryRun(endpoint, headers, all)
  const bytes = rawBody(request)
  const { 'idempotency-key': key, [MAX_CREDITS_HEADER]: maxCredits = Number.POSITIVE_INFINITY } = headers
  return {
    request,
    caller,
    bytes,
    body: await readBody(deps, endpoint, headers, caller, bytes).catch(toApiError),
    isDryRun: prefersDryRun,
    idempotencyKey: key === undefined ? undefined : String(key),
    maxCredits: Number(maxCredits),
  }
}

async function readBody(
  deps: From,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  caller: Caller,
  bytes: Buffer | undefined,
): Promise<SentBody | undefined> {
  await checkLargeBody(deps, caller, bytes)
  return readSentBody(endpoint, headers, bytes)
}

/** Parameters, query and body by the schemas of the endpoint. Throws what is wrong with them. */
export function parseInput(endpoint: Endpoint, { request, body: sent }: ReadRequest) {
  const params = endpoint.params?.safeParse(request.params, parsing)
  if (params && !params.success) throw paramsError(endpoint, params.error)
  const query = parseQuery(endpoint, request.raw.url!)
  // Before anything is read: what is no ETag says nothing about a change.
  if (endpoint.hasEtag && endpoint.method === 'PUT') readIfMatch(request.headers)
  if (endpoint.bodyType) checkStreamType(request.headers, endpoint.bodyType)
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

/** The JSON of a body, and the first 20 fields in it that its endpoint does not have. */
export interface SentBody {
  json: unknown
  unknown: UnknownField[]
  /** `Prefer: handling=strict`: unknown fields are refused, not ignored. */
  isStrict: boolean
}

/** The body of a request to this endpoint; undefined when the endpoint takes none. Between services no field is unknown: a
 * newer release may send more to an older one. Throws unsupported_media_type, invalid_request. */
export function readSentBody(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  bytes: Buffer | undefined,
): SentBody | undefined {
  if (!endpoint.body) return undefined
  if (bytes && bytes.length > 0) checkNotCompressed(headers)
  const json = parseBody(headers['content-type'], bytes)
  if (endpoint.plane === 'internal') return { json, unknown: [], isStrict: false }
  const unknown = findUnknownFields(json, knownFieldsOf(endpoint.body))
  return { json, unknown, isStrict: prefersStrict(headers.prefer as string | undefined) }
}

/** The body by the schema of the endpoint. Throws invalid_request that names each invalid field and, under strict handling,
 * each unknown one. */
export function parseSentBody(endpoint: Endpoint, { json, unknown, isStrict }: SentBody): unknown {
  const refused = isStrict ? unknown.map(unknownFieldError) : []
  const parsed = endpoint.body!.safeParse(json, parsing)
  if (parsed.success && refused.length === 0) return parsed.data
  throw validationError(parsed.error, 'body', refused)
}

/** The response headers that say how unknown fields were handled. Strict handling accepts them in a replay alone, which
 * returns what the first request did. */
export function handlingHeaders(sent: SentBody | undefined, isAccepted: boolean): Record<string, string> {
  if (!sent) return {}
  const { unknown, isStrict } = sent
  if (unknown.length > 0 && (isAccepted || !isStrict))
    return { 'x-ignored-fields': ignoredFieldsHeader(unknown) }
  return isStrict ? { 'preference-applied': 'handling=strict' } : {}
}

/** Refuses a large body before it is parsed when the owner's budget of the day has no room for it. Throws
 * rate_limited. */
async function checkLargeBody({ db, clock }: From, caller: Caller, body: Buffer | undefined): Promise<void> {
  const owner = payerOf(caller, body)
  if (owner) await checkBytesLeft(db.sql, owner, body!.length, clock.now())
}

/** Counts a large body that was refused. Never throws: the refusal is the response. */
export async function countRefusedBody(
  { db, clock }: From,
  caller: Caller,
  body: Buffer | undefined,
): Promise<void> {
  const owner = payerOf(caller, body)
  if (owner) await chargeBytes(db.sql, owner, body!.length, clock.now()).catch(() => {})
}

function payerOf(caller: Caller, body: Buffer | undefined): ByteOwner | undefined {
  if (!body || body.length <= LARGE_BODY_BYTES) return undefined
  if (caller.kind === 'recruiter') return { kind: 'employer', id: caller.employerId }
  if (caller.kind === 'candidate') return { kind: 'candidate', id: caller.candidateId }
  return undefined
}
