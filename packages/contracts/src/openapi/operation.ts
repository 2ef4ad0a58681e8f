import type { z } from 'zod'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { requestsPerMinute } from '../limits.ts'
import { ref } from './components.ts'
import { examples } from './examples.ts'
import { type ErrorPrinter, jsonBody, responses } from './responses.ts'
import type { Schema, SchemaPrinter } from './schema.ts'
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

/** Prints the path or query parameters of an endpoint. */
function ownParameters(
  endpoint: Endpoint,
  place: 'path' | 'query',
  printer: SchemaPrinter,
): Record<string, unknown>[] {
  const declared = place === 'path' ? endpoint.params : endpoint.query
  if (!declared) return []
  // Parameters are sent as text: their parsed type (a number) is in the output schema, whether they are
  // required in the input schema.
  const input = printer.print(declared, 'input')
  const output = printer.print(declared, 'output')
  const sent = (examples[endpoint.name]?.[place] ?? {}) as Record<string, unknown>
  return Object.entries(input.properties ?? {}).map(([name, inputSchema]) => {
    const parsed = output.properties?.[name] as Schema | undefined
    const { description, ...schema } = isTyped(parsed) ? parsed : (inputSchema as Schema)
    const required = place === 'path' || (input.required?.includes(name) ?? false)
    return {
      name,
      in: place,
      ...(required ? { required } : {}),
      ...(description ? { description } : {}),
      schema,
      ...(name in sent ? { example: sent[name] } : {}),
    }
  })
}

// A transform without a JSON Schema prints as its description alone.
function isTyped(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && Object.keys(schema).some((keyword) => keyword !== 'description')
}
