import type { z } from 'zod'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { requestsPerMinute } from '../limits.ts'
import { ref } from './components.ts'
import type { ErrorPrinter } from './error-printer.ts'
import { examples } from './examples/all.ts'
import { jsonBody } from './media-types.ts'
import { ownParameters } from './parameters.ts'
import { responses } from './responses.ts'
import type { SchemaPrinter } from './schema.ts'
import { tagOf } from './tags.ts'

type Json = Record<string, unknown>

/** Prints an endpoint as an OpenAPI operation. */
export function operation(endpoint: Endpoint, printer: SchemaPrinter, errors: ErrorPrinter): Json {
  const parameters = [
    ...ownParameters(endpoint, 'path', printer),
    ...ownParameters(endpoint, 'query', printer),
    ...(acceptsIdempotencyKey(endpoint) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(endpoint.hasEtag ? [ref('parameters', endpoint.method === 'GET' ? 'IfNoneMatch' : 'IfMatch')] : []),
    ...preferParameter(endpoint),
  ]
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: [endpoint.description, access(endpoint)].filter(Boolean).join('\n\n'),
    security: security(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(endpoint, printer),
    responses: responses(endpoint, printer, errors),
  }
}

function preferParameter({ hasDryRun, body, bodyType }: Endpoint): Json[] {
  if (hasDryRun) return [ref('parameters', 'PreferDryRun')]
  return body || bodyType ? [ref('parameters', 'PreferHandling')] : []
}

function security({ plane, scopes = [] }: Endpoint): Json[] {
  return plane === 'admin' ? [{ adminToken: [] }] : [{ bearer: [...scopes] }, { apiKey: [...scopes] }]
}

// Who may call it, its limit and its price, in one sentence each.
function access({ plane, keys = [], scopes = [], limit = 'employer', cost }: Endpoint): string {
  if (plane === 'admin') return 'Requires the admin token.'
  const kinds = keys.map((kind) => `a ${kind} key`).join(' or ')
  const needed = scopes.length > 0 ? `with scope ${scopes.join(' and ')}` : 'with any scope'
  const price = cost ? ` Costs one ${cost} credit.` : ''
  return `Requires ${kinds} ${needed}. Limit: ${requestsPerMinute[limit]} requests a minute, shared by all operations of the family \`${limit}\`.${price}`
}

function requestBody({ name, body, bodyType }: Endpoint, printer: SchemaPrinter): Json {
  const sent = examples[name]?.body
  const example = sent === undefined ? {} : { example: sent }
  if (bodyType) {
    const lines = { type: 'string', description: 'One JSON object per line.' }
    return { requestBody: { required: true, content: { [bodyType]: { schema: lines, ...example } } } }
  }
  if (!body) return {}
  const schema = printer.print(body as z.ZodType, 'input')
  // An empty body is parsed as `{}`.
  const required = !body.safeParse({}).success
  return { requestBody: { required, ...jsonBody({ schema, ...example }) } }
}
