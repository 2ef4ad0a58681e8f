import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { parsing, validationError } from './error-response.ts'
import { knownFieldsOf } from './known-fields.ts'
import { checkNotCompressed, parseBody } from './media-type.ts'
import { prefersStrict } from './prefer.ts'
import {
  findUnknownFields,
  ignoredFieldsHeader,
  type UnknownField,
  unknownFieldError,
} from './unknown-fields.ts'

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
