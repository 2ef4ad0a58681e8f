import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import {
  APPLIES_PER_DAY,
  IDEMPOTENCY_HOURS,
  MAX_PAGE_SIZE,
  requestsPerMinute,
  WEBHOOK_MAX_ATTEMPTS,
  WEBHOOK_TIMEOUT_MS,
} from '../limits.ts'
import {
  subscribableEvents,
  type WebhookEvent,
  webhookBodies,
  webhookExamples,
  webhookTestBody,
} from '../webhooks/public-events.ts'
import { errorSchemas, headers, parameters, ref, securitySchemes } from './components.ts'
import { operation } from './operation.ts'
import { openErrorPrinter } from './responses.ts'
import type { SchemaPrinter } from './schema.ts'
import { openPrinter } from './schema.ts'
import { healthTag, type Tag, tagOf, tagsOf } from './tags.ts'

const requestId = { 'X-Request-Id': ref('headers', 'X-Request-Id') }

/** The health check, which every plane has and no contract declares (Spec §4.6). */
const health = {
  operationId: 'health',
  tags: [healthTag.name],
  summary: 'Check whether the service is ready',
  description: 'For load balancers and monitoring. Needs no key and counts against no limit.',
  security: [],
  responses: {
    200: {
      description:
        'Every required dependency is available. `status` is `ready`, or `degraded` while a part that is not required is not available: requests are served, and `parts` says what is missing.',
      headers: requestId,
    },
    503: { description: 'A required dependency is not available, or the service stops.', headers: requestId },
  },
}

const guide = (name: string, text: string) => `[${text}](/docs/guides/${name})`
const families = Object.entries(requestsPerMinute).map(([family, count]) => `\`${family}\` ${count}`)

/** The introduction of the public document, in Markdown: what a client developer reads before the first call. */
const publicIntro = `As an employer, post jobs, process their applications, search candidates and receive webhooks. As a candidate, find jobs, apply and maintain a profile. Start with the ${guide('quickstart', 'quickstart')}.

**Authentication.** Send your key as \`Authorization: Bearer <key>\` or as \`X-Api-Key: <key>\`. Recruiter keys, which belong to an employer, start with \`pk_live_\`, candidate keys with \`ck_live_\`; each kind works on its own paths and reaches only objects of its owner. A key that is not accepted gets 401 with an empty body, a valid key without the scope 403. Any object that is not yours is 404, like one that does not exist. More: ${guide('authentication', 'authentication')}.

**Clients.** Each operation has samples for curl, the TypeScript SDK and the Python client, which install from this server: [/sdk](/sdk) has the commands. More: ${guide('clients', 'clients')}.

**Requests and errors.** Bodies are JSON in UTF-8, up to 1 MiB; times are ISO 8601 in UTC. Unknown fields are ignored, unknown query parameters are refused. In a PUT of a job or a profile \`null\` leaves a field unchanged and \`""\` clears an optional one. A 4xx other than 401 has the body \`{"code", "message"}\`: branch on \`code\`, treat an unknown code like its status, show \`message\` to people. With \`Accept: application/problem+json\` an error other than 401 is RFC 9457 with one entry per invalid field. A 5xx is transient: retry with backoff. More: ${guide('errors', 'errors')}, ${guide('pagination-and-sync', 'pagination and sync')} (\`pageSize\` is at most ${MAX_PAGE_SIZE}).

**Retries.** Send a unique \`Idempotency-Key\` with a POST or DELETE: for ${IDEMPOTENCY_HOURS} hours the same key with the same request returns the stored response with \`Idempotency-Replayed: true\`; nothing is executed or paid twice. More: ${guide('idempotency-and-retries', 'idempotency and retries')}.

**Limits and credits.** Requests within any 60 seconds per key, by family: ${families.join(', ')}. \`RateLimit\` and \`X-RateLimit-*\` say how many are left; a 429 has \`Retry-After\` and costs no credit. A candidate applies at most ${APPLIES_PER_DAY} times a UTC day. Publishing a job costs a JobPosting credit, a search a CvSearch credit, and reading a profile that is not unlocked a CvDownload credit; \`X-Credits-Cost\` and \`X-Credits-Remaining\` report it. More: ${guide('rate-limits', 'rate limits')}, ${guide('search-language', 'search language')}, ${guide('webhooks', 'webhooks')}.

**Dry runs.** Send \`Prefer: dry-run\` with an operation that lists the header (publish, search, read a profile, apply, change many applications) to learn what it would cost and whether it would succeed. A refusal is the error of the call itself; success is 200 with a \`DryRunResult\`. Nothing is spent, stored or reserved; the request counts in the rate limit. A POST, PUT or DELETE without a dry run refuses the header with 400. More: ${guide('dry-run', 'dry runs')}.

**Versions.** This is v1, and it is frozen: it may get new endpoints, optional fields, enum values and error codes; nothing in it is changed or removed. Ignore fields that you do not use. More: ${guide('versioning-and-migration', 'versioning and migration')}.`

/** The introduction of the operators' document. */
const adminIntro = `The API behind the employer portal, and the operators' API. It has a port of its own, which is never public.

**Authentication.** Send \`Authorization: Bearer <ADMIN_TOKEN>\`. Without it 401 with an empty body. Operators reach the objects of every employer and candidate.

**Requests and errors.** As in the public API: JSON, \`{"code", "message"}\`, \`Idempotency-Key\` on a POST or DELETE (not where a key or a secret is returned, which is never stored), lists with \`page\` and \`pageSize\`. There is no rate limit.

**Audit.** Each change writes one audit row, without personal data and secrets: \`GET /admin/v1/audit\`.`

/** A plane that has a document. */
export type PrintedPlane = 'public' | 'admin'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: Tag[]
  paths: Record<string, Record<string, unknown>>
  webhooks?: Record<string, unknown>
  components: Record<string, Record<string, unknown>>
  [other: string]: unknown
}

const contact = { name: 'Job board support' }
const license = { name: 'MIT', identifier: 'MIT' }
const info = {
  public: {
    title: 'Job board API',
    version: '1',
    summary: 'Jobs, applications, candidates and CV search.',
    description: publicIntro,
    contact,
    license,
  },
  admin: {
    title: 'Job board Admin API',
    version: '1',
    summary: 'Employers, keys, credits, candidates and operations.',
    description: adminIntro,
    contact,
    license,
  },
}

/** Prints one plane. The same contracts print the same document, byte for byte. */
export function printOpenApi(plane: PrintedPlane = 'public'): OpenApi {
  const printer = openPrinter()
  const errors = openErrorPrinter()
  const printed = endpoints.filter((endpoint) => endpoint.plane === plane)
  const paths: OpenApi['paths'] = {}
  for (const endpoint of printed.toSorted(byTagPathMethod(plane))) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint, printer, errors)
  }
  const webhooks = plane === 'public' ? { webhooks: printWebhooks(printer) } : {}
  const schemas = sorted({ ...printer.components, ...errorSchemas })
  const document = {
    openapi: '3.1.1',
    info: info[plane],
    servers: [{ url: '/', description: 'The server that this document was read from' }],
    tags: tagsOf[plane],
    paths: plane === 'public' ? { ...paths, '/healthz/ready': { get: health } } : paths,
    ...webhooks,
  }
  const shared = { headers, parameters, responses: sorted(errors.components), schemas }
  const components = { securitySchemes: securitySchemes[plane], ...onlyUsed(shared, document) }
  return { ...document, components }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

function byTagPathMethod(plane: PrintedPlane): (a: Endpoint, b: Endpoint) => number {
  const order = tagsOf[plane].map(({ name }) => name)
  return (a, b) =>
    order.indexOf(tagOf(a)) - order.indexOf(tagOf(b)) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
}

function sorted(components: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Components = Record<string, Record<string, unknown>>

// The components that the document refers to, also through other components.
function onlyUsed(all: Components, document: object): Components {
  const used = new Set<string>()
  const follow = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      follow(all[kind]![name])
    }
  }
  follow(document)
  const keep = ([kind, components]: [string, Record<string, unknown>]) => {
    const entries = Object.entries(components).filter(([name]) => used.has(`${kind}/${name}`))
    return [kind, Object.fromEntries(entries)] as const
  }
  return Object.fromEntries(Object.entries(all).map(keep))
}

const happenings: Record<WebhookEvent | 'webhook.test', string> = {
  'application.submitted': 'a candidate has applied to one of your jobs, in any way',
  'application.status_changed': 'an application has been moved to another status',
  'job.expired': 'a job has reached its expiryDate and is expired',
  'application.erased':
    'the candidate of an application was erased; only to subscriptions that name it in `events`',
  'webhook.test': 'a test was requested for the subscription; it is attempted once',
}

/** Prints what receivers get, by event (Spec §6). */
function printWebhooks(printer: SchemaPrinter): Record<string, unknown> {
  const events = subscribableEvents.map((event) => [
    event,
    printWebhook(event, webhookBodies[event], printer),
  ])
  const test = printWebhook('webhook.test', webhookTestBody, printer)
  return { ...Object.fromEntries(events), 'webhook.test': test }
}

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})
const signature =
  '`t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.'
const standardSignature =
  '`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either.'
const standard =
  'One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.'

function printWebhook(event: WebhookEvent | 'webhook.test', body: z.ZodType, printer: SchemaPrinter) {
  return {
    post: {
      operationId: event,
      tags: ['Events and webhooks'],
      summary: `Sent to your endpoint when ${happenings[event]}`,
      description: `Delivered at least once and in any order: the same delivery id may arrive again. Respond with 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds. See [webhooks](/docs/guides/webhooks).`,
      security: [],
      parameters: [
        header('X-Webhook-Signature', signature, `t=1772355600,v1=${'5f'.repeat(32)}`),
        header('X-Webhook-Event', 'Name of the event, equal to `type` in the body.', event),
        header(
          'X-Webhook-Delivery-Id',
          'Id of the delivery, the same in every attempt.',
          '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11',
        ),
        header(
          'webhook-id',
          `Id of the event, the same in every attempt. ${standard}`,
          '9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f',
          false,
        ),
        header('webhook-timestamp', `Time of the attempt in Unix seconds. ${standard}`, '1772355600', false),
        header('webhook-signature', `${standardSignature} ${standard}`, `v1,${'X'.repeat(43)}=`, false),
      ],
      requestBody: {
        required: true,
        description: 'The event. Verify the signature over these bytes before you parse them.',
        content: {
          'application/json': { schema: printer.print(body, 'output'), example: webhookExamples[event] },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        default: {
          description: `Not received: it is sent again later, ${WEBHOOK_MAX_ATTEMPTS} times in all. \`webhook.test\` is not.`,
        },
      },
    },
  }
}
