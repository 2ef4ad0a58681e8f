import type { z } from 'zod'
import { dryRunResult } from '../dry-run.ts'
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { requestsPerMinute } from '../limits.ts'
import { ref } from './components.ts'
import { examples } from './examples.ts'
import { tagOf } from './intro.ts'
import { type ErrorResponsePrinter, responses } from './responses.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>

/** Prints an endpoint as an OpenAPI operation. */
export function operation(endpoint: Endpoint, printer: SchemaPrinter, errors: ErrorResponsePrinter): Json {
  const scopes = [...(endpoint.scopes ?? [])]
  const parameters = [
    ...ownParameters(endpoint.params, 'path', printer),
    ...ownParameters(endpoint.query, 'query', printer),
    ...(acceptsIdempotencyKey(endpoint) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(endpoint.hasEtag ? [ref('parameters', endpoint.method === 'GET' ? 'IfNoneMatch' : 'IfMatch')] : []),
    ...(endpoint.hasDryRun ? [ref('parameters', 'PreferDryRun')] : []),
  ]
  return {
    operationId: endpoint.name,
    tags: [tagOf[endpoint.service]],
    summary: endpoint.summary,
    description: description(endpoint),
    security: [{ bearer: scopes }, { apiKey: scopes }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, printer) } : {}),
    responses: responses(endpoint, printer, errors),
    // Not among `responses`: only a request with the preference gets it, and generated clients would otherwise
    // return either body for every call.
    ...(endpoint.hasDryRun ? { 'x-dry-run-result': printer.print(dryRunResult, 'output') } : {}),
  }
}

function description({ keys = [], scopes = [], limit = 'employer', cost }: Endpoint): string {
  const kinds = keys.map((kind) => `a ${kind} key`).join(' or ')
  const needed = scopes.length > 0 ? `with scope ${scopes.join(' and ')}` : 'with any scope'
  const price = cost ? ` Costs one ${cost} credit.` : ''
  return `Requires ${kinds} ${needed}. Limit: ${requestsPerMinute[limit]} requests a minute, shared by all operations of the family \`${limit}\`.${price}`
}

function ownParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  printer: SchemaPrinter,
): Json[] {
  if (!schema) return []
  // Parameters are sent as text: their parsed type (a number) is in the output schema, whether they are
  // required in the input schema.
  const input = printer.print(schema, 'input')
  const output = printer.print(schema, 'output')
  return Object.entries(input.properties ?? {}).map(([name, inputSchema]) => {
    const parsed = output.properties?.[name] as Schema | undefined
    const isTyped = parsed && Object.keys(parsed).length > 0
    const required = place === 'path' || (input.required?.includes(name) ?? false)
    return { name, in: place, ...(required ? { required } : {}), schema: isTyped ? parsed : inputSchema }
  })
}

function requestBody({ name }: Endpoint, body: z.ZodType, printer: SchemaPrinter): Json {
  const example = examples[name]
  const schema = printer.print(body, 'input')
  // An empty body is parsed as `{}`.
  const required = !body.safeParse({}).success
  return { required, content: { 'application/json': { schema, ...(example ? { example } : {}) } } }
}
