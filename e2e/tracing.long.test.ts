import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import { type ExportedSpan, type OtlpReceiver, openOtlpReceiver } from '@jobboard/testkit/otlp-receiver'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestStack, type TestStack } from './support/start-stack.ts'

const APPLY = 'POST /api/v1/me/applications'
const DELIVER = 'deliver application.submitted'
/** All that a span may have (P-229). */
const ATTRIBUTES = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'jobboard.duplicate',
  'jobboard.employer_id',
  'jobboard.event_id',
  'messaging.consumer.group.name',
  'messaging.destination.name',
  'messaging.system',
])
const CLIENT_TRACE = '0af7651916cd43dd8448eb211c80319c'

let otlp: OtlpReceiver
let webhooks: Receiver
let stack: TestStack
beforeAll(async () => {
  otlp = await openOtlpReceiver()
  webhooks = await openReceiver()
  // The second apply, of the second test, kills candidate; its supervisor starts it again.
  const FAILPOINTS = 'apply-after-commit:2'
  stack = await startTestStack({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, FAILPOINTS })
}, 180_000)
afterAll(async () => {
  await stack?.stop()
  await webhooks?.close()
  await otlp?.close()
})

async function newScenario(): Promise<ApplyScenario> {
  otlp.spans.length = 0
  otlp.bodies.length = 0
  webhooks.received.length = 0
  return openApplyScenario(stack, webhooks.url)
}

/** The spans of the trace in which the webhook was delivered, once these have arrived: `name @ service`. */
async function deliveredTrace(expected: string[]): Promise<ExportedSpan[]> {
  return eventually('the spans are exported', async () => {
    const delivery = otlp.spans.find(({ name }) => name === DELIVER)
    const spans = otlp.spans.filter(({ traceId }) => traceId === delivery?.traceId)
    const names = new Set(spans.map(({ name, service }) => `${name} @ ${service}`))
    return expected.every((name) => names.has(name)) && spans
  })
}

/** The names of a span and of its ancestors, the span first: `name @ service`. */
function pathOf(spans: ExportedSpan[], leaf: ExportedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === leaf.parentSpanId)
  return [`${leaf.name} @ ${leaf.service}`, ...(parent ? pathOf(spans, parent) : [])]
}

const find = (spans: ExportedSpan[], name: string, service: string) =>
  spans.find((span) => span.name === name && span.service === service)!

test('an apply is one trace from the gateway to the webhook delivery, without personal data, keys and texts (P-227)', async () => {
  const scenario = await newScenario()
  const { status, requestId } = await scenario.apply({
    traceparent: `00-${CLIENT_TRACE}-b7ad6b7169203331-01`,
  })
  expect(status).toBe(201)
  const submitted = 'evt.pipeline.application.submitted.v1'
  const created = 'evt.candidate.application.created.v1'
  const byEvent = [`process ${created} @ pipeline`, `publish ${created} @ candidate`]
  const fromApply = [`${APPLY} @ candidate`, `${APPLY} @ gateway`]
  const toWebhook = [`process ${submitted} @ webhook`, `publish ${submitted} @ pipeline`]
  const spans = await deliveredTrace([...byEvent, ...fromApply, ...toWebhook])
  const processed = find(spans, `process ${created}`, 'pipeline')
  expect(pathOf(spans, processed)).toEqual([...byEvent, ...fromApply])
  expect(pathOf(spans, find(spans, DELIVER, 'webhook'))).toEqual([
    `${DELIVER} @ webhook`,
    ...toWebhook,
    ...byEvent,
    ...fromApply,
  ])
  expect(spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name)).toEqual([APPLY])

  const root = find(spans, APPLY, 'gateway')
  expect(root.traceId).not.toBe(CLIENT_TRACE)
  expect(root.links).toEqual([{ traceId: CLIENT_TRACE, spanId: 'b7ad6b7169203331' }])
  const [delivered] = webhooks.received
  expect(delivered!.headers.traceparent).toBe(
    `00-${root.traceId}-${find(spans, DELIVER, 'webhook').spanId}-01`,
  )
  expect(find(spans, DELIVER, 'webhook').attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'jobboard.event_id': delivered!.body.id,
    'jobboard.employer_id': scenario.employerId,
  })
  expect(logsOf('gateway').find((line) => line.requestId === requestId)?.traceId).toBe(root.traceId)
  expect(logsOf('webhook').find(({ msg }) => msg === 'webhook attempt')?.traceId).toBe(root.traceId)

  const keys = new Set(otlp.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].filter((key) => !ATTRIBUTES.has(key))).toEqual([])
  for (const text of scenario.secrets) expect(otlp.bodies.join()).not.toContain(text)
})

test('candidate killed between its commit and the publication: the event keeps its trace', async () => {
  const scenario = await newScenario()
  expect((await scenario.apply()).status).toBe(503)
  const created = 'evt.candidate.application.created.v1'
  const submitted = 'evt.pipeline.application.submitted.v1'
  const path = [
    `process ${submitted} @ webhook`,
    `publish ${submitted} @ pipeline`,
    `process ${created} @ pipeline`,
    `publish ${created} @ candidate`,
  ]
  const spans = await deliveredTrace([...path, `${APPLY} @ gateway`])
  const root = find(spans, APPLY, 'gateway')
  expect([root.attributes['http.response.status_code'], root.isError]).toEqual([503, true])
  expect(pathOf(spans, find(spans, DELIVER, 'webhook')).slice(0, 5)).toEqual([
    `${DELIVER} @ webhook`,
    ...path,
  ])
})

test('every request succeeds while the tracing endpoint does not respond (P-231)', async () => {
  const scenario = await newScenario()
  otlp.hang(true)
  onTestFinished(() => otlp.hang(false))
  expect((await scenario.apply()).status).toBe(201)
  await eventually('the webhook is delivered', async () => webhooks.received.length > 0)
  const lost = ({ msg }: LogLine) => msg === 'spans are lost: the tracing endpoint does not accept them'
  await eventually('the gateway says so, once', async () => logsOf('gateway').filter(lost).length === 1)
})

interface LogLine {
  msg: string
  requestId?: string
  traceId?: string
}

function logsOf(service: string): LogLine[] {
  const text = readFileSync(join(stack.dataDir, 'logs', `${service}.log`), 'utf8')
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []))
}

/** An employer with an open job and a webhook subscription, and a candidate who can apply. */
interface ApplyScenario {
  employerId: number
  jobId: number
  /** Texts that must not leave the system in a span. */
  secrets: string[]
  /** Applies to the job; `headers` are those of the request. */
  apply(headers?: Record<string, string>): Promise<{ status: number; requestId: string | null }>
}

/** Creates the scenario through the gateway. */
async function openApplyScenario(
  { admin, api, stack }: TestStack,
  receiverUrl: string,
): Promise<ApplyScenario> {
  const create = async (to: typeof admin, path: string, body: unknown, status = 201) => {
    const response = await to.post(path, body)
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const { id: employerId } = await create(admin, '/admin/v1/employers', {
    name: 'Tracing Works',
    isTrustedPartner: true,
  })
  const path = `/admin/v1/employers/${employerId}`
  await create(admin, `${path}/credits`, { kind: 'JobPosting', amount: 1 })
  const key = await create(admin, `${path}/api-keys`, { name: 'all', scopes: ['JobPosting'] })
  await create(admin, `${path}/webhook-subscriptions`, { url: receiverUrl })
  const { id: jobId } = await create(api(key.apiKey), '/api/v1/jobs', {
    title: 'Crane operator',
    description: 'Operates a crane.',
    city: 'Oslo',
    country: 'NO',
    remoteType: 'OnSite',
    employmentType: 'FullTime',
    applyMethod: 'PlatformApply',
  })
  const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
  await create(api(key.apiKey), `/api/v1/jobs/${jobId}/publish`, { expiryDate }, 200)
  const person = {
    firstName: 'Ingrid',
    lastName: 'Traceless',
    email: 'ingrid.traceless@example.com',
    headline: 'rigger',
  }
  const { id } = await create(admin, '/admin/v1/candidates', person)
  const { apiKey } = await create(admin, `/admin/v1/candidates/${id}/api-keys`, {
    name: 'apply',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  return {
    employerId,
    jobId,
    secrets: [
      'Ingrid',
      'Traceless',
      'Crane operator',
      'Dear team',
      apiKey,
      key.apiKey,
      new URL(receiverUrl).host,
    ],
    async apply(headers = {}) {
      const response = await fetch(`${stack.baseUrl}/api/v1/me/applications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jobId, confirm: true, coverLetter: 'Dear team' }),
      })
      await response.text()
      return { status: response.status, requestId: response.headers.get('x-request-id') }
    },
  }
}
