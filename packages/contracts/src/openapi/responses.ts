import { z } from 'zod'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { LINKED_DATA_TYPE } from '../job-posting.ts'
import type { HeaderName } from './components.ts'
import { type Success, withDryRun } from './dry-run-response.ts'
import type { ErrorPrinter } from './error-printer.ts'
import { errorCodesOf } from './error-responses.ts'
import { examples } from './examples/all.ts'
import { responseContent } from './media-types.ts'
import { headerRefs, successHeaders } from './response-headers.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>

/** Prints every response of an endpoint, by status. */
export function responses(endpoint: Endpoint, printer: SchemaPrinter, errors: ErrorPrinter): Json {
  const success = successHeaders(endpoint)
  const replayed: HeaderName[] = acceptsIdempotencyKey(endpoint) ? ['Idempotency-Replayed'] : []
  const call = {
    description: meaningOf(endpoint),
    headers: headerRefs([...success, ...replayed]),
    ...successContent(endpoint, printer),
  }
  const all: Json = endpoint.hasDryRun
    ? withDryRun(endpoint, call as Success, printer)
    : { [endpoint.status]: call }
  if (endpoint.hasEtag && endpoint.method === 'GET') {
    all[304] = {
      description: 'Not changed since the `ETag` in `If-None-Match`; no body.',
      headers: headerRefs(success),
    }
  }
  for (const [status, codes] of errorCodesOf(endpoint)) all[status] = errors.print(endpoint, status, codes)
  return all
}

// A success says what it returns, which its schema says.
function meaningOf({ response, status }: Endpoint): string {
  const returned = response && z.globalRegistry.get(response)?.description
  return returned ?? (status === 202 ? 'Accepted; no body.' : 'Done; no body.')
}

function successContent({ name, response, linkedData }: Endpoint, printer: SchemaPrinter): Json {
  if (!response) return {}
  const example = examples[name]?.response
  const json = { schema: printer.print(response, 'output'), ...(example === undefined ? {} : { example }) }
  const content = responseContent(json)
  if (!linkedData) return { content }
  const schema: Schema = printer.print(linkedData, 'output')
  return { content: { ...content, [LINKED_DATA_TYPE]: { schema } } }
}
