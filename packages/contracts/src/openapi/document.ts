import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints/all.ts'
import { webhookEvents } from '../endpoints/webhook.ts'
import { webhookBody } from '../webhook-event.ts'
import { errorSchemas, headers, parameters, ref, securitySchemes } from './components.ts'
import { intro, tagOf, tags } from './intro.ts'
import { operation } from './operation.ts'
import { openRefusals } from './responses.ts'
import { openPrinter, type SchemaPrinter } from './schema.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, unknown>
  components: Record<string, Record<string, unknown>>
  [other: string]: unknown
}

/** Prints the public plane. The same contracts give the same document, byte for byte. */
export function printOpenApi(of: readonly Endpoint[] = endpoints): OpenApi {
  const printer = openPrinter()
  const refusals = openRefusals()
  const shown = of.filter(({ plane }) => plane === 'public')
  const paths: OpenApi['paths'] = {}
  for (const endpoint of shown.toSorted(inReadingOrder)) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint, printer, refusals)
  }
  const webhooks = Object.fromEntries(webhookEvents.map((event) => [event, webhook(event, printer)]))
  const used = new Set(shown.map(({ service }) => tagOf[service]))
  return {
    openapi: '3.1.1',
    info: { title: 'Job board API', version: '1', description: intro },
    servers: [{ url: '/' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths: { ...paths, '/healthz/ready': { get: health } },
    webhooks,
    components: {
      securitySchemes,
      headers,
      parameters,
      responses: sorted(refusals.components),
      schemas: sorted({ ...printer.components, ...errorSchemas }),
    },
  }
}

const places = tags.map(({ name }) => name)
const methods = ['GET', 'POST', 'PUT', 'DELETE']

function inReadingOrder(a: Endpoint, b: Endpoint): number {
  return (
    places.indexOf(tagOf[a.service]) - places.indexOf(tagOf[b.service]) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
  )
}

function sorted(components: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const signature =
  't=<unix seconds>,v1=<hex>: the HMAC-SHA256 of `<t>.<raw body>` under the secret; refuse a `t` more than 300 s away'

function webhook(event: (typeof webhookEvents)[number], printer: SchemaPrinter): Record<string, unknown> {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    post: {
      operationId: event,
      summary: `Told to your endpoint when ${fires[event]}`,
      description:
        'Delivered at least once: the same delivery id may come again. Answer 2xx within 10 seconds.',
      security: [],
      parameters: [
        header('X-Webhook-Signature', signature),
        header('X-Webhook-Event', 'The name of the event'),
        header('X-Webhook-Delivery-Id', 'The same in every attempt of a delivery'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: printer.print(webhookBody(event), 'output') } },
      },
      responses: { '2XX': { description: 'Received; anything else is tried again later' } },
    },
  }
}

const fires: Record<(typeof webhookEvents)[number], string> = {
  'application.submitted': 'a candidate has applied to one of your jobs, by any way',
  'application.status_changed': 'an application has been moved to another status',
  'job.expired': 'a job has reached its expiryDate',
}

const health = {
  operationId: 'health',
  tags: [tagOf.gateway],
  summary: 'Ask whether the service is up',
  security: [],
  responses: {
    200: { description: 'All of it is', headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') } },
    503: { description: 'A part of it is not', headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') } },
  },
}
