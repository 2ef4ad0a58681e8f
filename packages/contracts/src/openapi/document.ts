import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints/all.ts'
import { webhookEvents } from '../endpoints/webhook.ts'
import { webhookBody } from '../webhook-event.ts'
import { errorSchemas, headers, parameters, ref, securitySchemes } from './components.ts'
import { intro, tagOf, tags } from './intro.ts'
import { operation } from './operation.ts'
import { openErrorPrinter } from './responses.ts'
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

/** Prints the public plane. The same contracts print the same document, byte for byte. */
export function printOpenApi(all: readonly Endpoint[] = endpoints): OpenApi {
  const printer = openPrinter()
  const errors = openErrorPrinter()
  const printed = all.filter(({ plane }) => plane === 'public')
  const paths: OpenApi['paths'] = {}
  for (const endpoint of printed.toSorted(byTagPathMethod)) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint, printer, errors)
  }
  const webhooks = Object.fromEntries(webhookEvents.map((event) => [event, webhook(event, printer)]))
  const used = new Set(printed.map(({ service }) => tagOf[service]))
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
      responses: sorted(errors.components),
      schemas: sorted({ ...printer.components, ...errorSchemas }),
    },
  }
}

const tagOrder = tags.map(({ name }) => name)
const methods = ['GET', 'POST', 'PUT', 'DELETE']

function byTagPathMethod(a: Endpoint, b: Endpoint): number {
  return (
    tagOrder.indexOf(tagOf[a.service]) - tagOrder.indexOf(tagOf[b.service]) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
  )
}

function sorted(components: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const signature =
  '`t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Reject a `t` more than 300 seconds from now'

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
      summary: `Sent to your endpoint when ${fires[event]}`,
      description:
        'Delivered at least once: the same delivery id may arrive again. Respond with 2xx within 10 seconds.',
      security: [],
      parameters: [
        header('X-Webhook-Signature', signature),
        header('X-Webhook-Event', 'Name of the event'),
        header('X-Webhook-Delivery-Id', 'Id of the delivery, the same in every attempt'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: printer.print(webhookBody(event), 'output') } },
      },
      responses: {
        '2XX': { description: 'Received. After any other response the delivery is retried later' },
      },
    },
  }
}

const fires: Record<(typeof webhookEvents)[number], string> = {
  'application.submitted': 'a candidate has applied to one of your jobs, through any channel',
  'application.status_changed': 'an application has been moved to another status',
  'job.expired': 'a job has reached its expiryDate and is expired',
}

const health = {
  operationId: 'health',
  tags: [tagOf.gateway],
  summary: 'Check whether the service is ready',
  security: [],
  responses: {
    200: {
      description: 'Every required dependency is available',
      headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') },
    },
    503: {
      description: 'A required dependency is not available',
      headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') },
    },
  },
}
