import type { z } from 'zod'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { requestsPerMinute } from '../limits.ts'
import { ref } from './components.ts'
import { examples } from './examples.ts'
import { tagOf } from './intro.ts'
import { type RefusalPrinter, responses } from './responses.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>

/** One operation of the document. */
export function operation(endpoint: Endpoint, printer: SchemaPrinter, refusals: RefusalPrinter): Json {
  const scopes = [...(endpoint.scopes ?? [])]
  const parameters = [
    ...ownParameters(endpoint.params, 'path', printer),
    ...ownParameters(endpoint.query, 'query', printer),
    ...(acceptsIdempotencyKey(endpoint) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(endpoint.hasEtag ? [ref('parameters', endpoint.method === 'GET' ? 'IfNoneMatch' : 'IfMatch')] : []),
  ]
  return {
    operationId: endpoint.name,
    tags: [tagOf[endpoint.service]],
    summary: endpoint.summary,
    description: description(endpoint),
    security: [{ bearer: scopes }, { apiKey: scopes }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, printer) } : {}),
    responses: responses(endpoint, printer, refusals),
  }
}

function description({ keys = [], scopes = [], limit = 'employer', cost }: Endpoint): string {
  const kinds = keys.map((kind) => `a ${kind}'s key`).join(' or ')
  const needed = scopes.length > 0 ? `with the scope ${scopes.join(' and ')}` : 'with any scope'
  const price = cost ? ` Costs a ${cost} credit.` : ''
  return `Needs ${kinds} ${needed}. Limit: ${requestsPerMinute[limit]} a minute, together with all of \`${limit}\`.${price}`
}

function ownParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  printer: SchemaPrinter,
): Json[] {
  if (!schema) return []
  // Parameters travel as text: what they are read as (a number) is the output, what may be left out the input.
  const sent = printer.print(schema, 'input')
  const read = printer.print(schema, 'output')
  return Object.entries(sent.properties ?? {}).map(([name, asSent]) => {
    const asRead = read.properties?.[name] as Schema | undefined
    const isTyped = asRead && Object.keys(asRead).length > 0
    const required = place === 'path' || (sent.required?.includes(name) ?? false)
    return { name, in: place, ...(required ? { required } : {}), schema: isTyped ? asRead : asSent }
  })
}

function requestBody({ name }: Endpoint, body: z.ZodType, printer: SchemaPrinter): Json {
  const example = examples[name]
  const schema = printer.print(body, 'input')
  // An empty body is read as `{}`.
  const required = !body.safeParse({}).success
  return { required, content: { 'application/json': { schema, ...(example ? { example } : {}) } } }
}
