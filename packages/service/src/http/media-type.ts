import { ApiError } from '@jobboard/contracts/error'
import Negotiator from 'negotiator'

const JSON_TYPE = /^(application\/json|text\/json|application\/[\w.!#$&^-]+\+json)$/i
const OFFERED = ['application/json', 'text/json', 'text/plain']
const PROBLEM = 'application/problem+json'
// Parsing 15 KB of media ranges takes more than a millisecond.
const MAX_ACCEPT_LENGTH = 1_024

/** Parses a JSON body of an accepted media type (D-01). An empty body is `{}`. Throws unsupported_media_type,
 * invalid_request. */
export function parseBody(contentType: string | undefined, bytes: Buffer | undefined): unknown {
  if (!bytes || bytes.length === 0) return {}
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim())
  const charset = parameters.find((part) => /^charset=/i.test(part))
  if (!JSON_TYPE.test(type) || (charset && !/^charset="?utf-8"?$/i.test(charset))) {
    throw unsupportedMediaType()
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON in UTF-8.')
  }
}

/** 415 that names the media type to send (D-01). */
export function unsupportedMediaType(): ApiError {
  return new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8.')
}

/** The response media type that `Accept` prefers; application/json where it accepts none of ours, never a 406
 * (D-01). `more` are types that this endpoint offers beside JSON. An `Accept` of more than 1024 characters counts
 * as absent (P-50). */
export function responseType(accept: string | undefined, more: readonly string[] = []): string {
  if (!accept || accept === '*/*' || accept.length > MAX_ACCEPT_LENGTH) return OFFERED[0]!
  return new Negotiator({ headers: { accept } }).mediaType([...OFFERED, ...more]) ?? OFFERED[0]!
}

/** True when the client accepts problem details (D-03). */
export function wantsProblem(accept: string | undefined): boolean {
  return accept !== undefined && accept.length <= MAX_ACCEPT_LENGTH && accept.includes(PROBLEM)
}

/** Adds the charset, which every response states. */
export function withCharset(type: string): string {
  return `${type}; charset=utf-8`
}

export const PROBLEM_TYPE = PROBLEM
