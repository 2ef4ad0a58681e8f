import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@jobboard/contracts/error'
import Negotiator from 'negotiator'
import { parseJson } from './parse-json.ts'

const JSON_TYPE = /^(application\/json|text\/json|application\/[\w.!#$&^-]+\+json)$/i
const OFFERED = ['application/json', 'text/json', 'text/plain']
export const PROBLEM_TYPE = 'application/problem+json'
// Parsing 15 KB of media ranges takes more than a millisecond.
const MAX_ACCEPT_LENGTH = 1_024

/** Parses a JSON body of an accepted media type (D-01). An empty body is `{}`. Throws unsupported_media_type,
 * invalid_request. */
export function parseBody(contentType: string | undefined, bytes: Buffer | undefined): unknown {
  if (!bytes || bytes.length === 0) return {}
  const { type, charset } = parseType(contentType)
  if (!JSON_TYPE.test(type) || !isUtf8(charset)) throw unsupportedMediaType()
  return parseJson(bytes)
}

/** Throws unsupported_media_type unless a streamed body is of this type, in UTF-8 and not compressed. */
export function checkStreamType(headers: IncomingHttpHeaders, wanted: string): void {
  checkNotCompressed(headers)
  const { type, charset } = parseType(headers['content-type'])
  if (type.toLowerCase() !== wanted || !isUtf8(charset)) throw unsupportedMediaType(wanted)
}

/** Throws unsupported_media_type for a body in a content coding (RFC 9110 §15.5.16). */
export function checkNotCompressed({ 'content-encoding': codings = '' }: IncomingHttpHeaders): void {
  if (/^[\t ,]*(?:identity[\t ,]*)*$/i.test(codings)) return
  throw new ApiError(
    'unsupported_media_type',
    'Content-Encoding: compressed bodies are not accepted; send the body as it is, without this header.',
    { headers: { 'accept-encoding': 'identity' } },
  )
}

function parseType(contentType = ''): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  return { type, charset: parameters.find((part) => /^charset=/i.test(part)) }
}

// The bytes must be UTF-8 in any case; ASCII is a part of it.
function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || /^charset=("?)(?:utf-?8|(?:us-)?ascii)\1$/i.test(charset)
}

/** 415 that names the media type to send (D-01). */
export function unsupportedMediaType(wanted = 'application/json'): ApiError {
  return new ApiError('unsupported_media_type', `Send the body as ${wanted} in UTF-8.`)
}

/** The response media type that `Accept` prefers; application/json where it accepts none of ours, never a 406
 * (D-01). `more` are types that this endpoint offers beside JSON. An `Accept` of more than 1024 characters counts
 * as absent. */
export function responseType(accept: string | undefined, more: readonly string[] = []): string {
  if (!accept || accept === '*/*' || accept.length > MAX_ACCEPT_LENGTH) return OFFERED[0]!
  return new Negotiator({ headers: { accept } }).mediaType([...OFFERED, ...more]) ?? OFFERED[0]!
}

/** True when the client accepts problem details (D-03). */
export function wantsProblem(accept: string | undefined): boolean {
  return accept !== undefined && accept.length <= MAX_ACCEPT_LENGTH && accept.includes(PROBLEM_TYPE)
}

/** Adds the charset, which every response states. */
export function withCharset(type: string): string {
  return `${type}; charset=utf-8`
}
