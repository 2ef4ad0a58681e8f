import { eventually } from '@jobboard/testkit/eventually'
import { recordSpans } from '@jobboard/testkit/record-spans'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

const FROM_CLIENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const ROUTE = '/api/v1/jobs/{id}'

let gateway: TestGateway
let recording: ReturnType<typeof recordSpans>
beforeAll(async () => {
  gateway = await startTestGateway()
  // Cached from here on.
  await gateway.api(gateway.recruiter).get('/api/v1/jobs/1')
})
afterAll(() => gateway.stop())
beforeEach(() => {
  recording = recordSpans()
  gateway.upstream.requests.length = 0
})
afterEach(() => recording.stop())

const headers = () => ({
  authorization: `Bearer ${gateway.recruiter}`,
  traceparent: FROM_CLIENT,
  tracestate: 'vendor=value',
})
const ended = (count: number) =>
  eventually('the spans end', async () => {
    // accounts runs in this process too.
    const found = recording.spans.filter(({ isEnded, name }) => isEnded && name.includes(' /api/v1/'))
    return found.length === count && found
  })

test("a client's trace context is linked and never forwarded; the service gets that of the gateway", async () => {
  await fetch(`${gateway.url}/api/v1/jobs/1`, { headers: headers() })
  const [span] = await ended(1)
  expect(span).toMatchObject({ name: `GET ${ROUTE}`, kind: 'server', link: FROM_CLIENT })
  expect(span!.parent).toBeUndefined()
  expect(span!.attributes).toMatchObject({ 'http.route': ROUTE, 'http.response.status_code': 200 })
  expect(span!.attributes['jobboard.employer_id']).toBeGreaterThan(0)
  const [received] = gateway.upstream.requests
  expect([received!.headers.traceparent, received!.headers.tracestate]).toEqual([
    span!.traceparent,
    undefined,
  ])
})

test('while tracing is off the service gets no trace context', async () => {
  recording.stop()
  await fetch(`${gateway.url}/api/v1/jobs/1`, { headers: headers() })
  const [received] = gateway.upstream.requests
  expect([received!.headers.traceparent, received!.headers.tracestate]).toEqual([undefined, undefined])
})

test('requests without a valid key, of unknown routes and beyond the limit leave no span', async () => {
  const { apiKey } = await gateway.accounts.mint()
  await fetch(`${gateway.url}/api/v1/jobs/1`, { headers: { traceparent: FROM_CLIENT } })
  await gateway.api(apiKey).get('/api/v1/nothing/4711')
  const statuses: number[] = []
  for (let i = 0; i < 31; i++)
    statuses.push((await gateway.api(apiKey).post('/api/v1/candidates/search', { query: 'x' })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const spans = await ended(30)
  expect(spans.every(({ attributes }) => attributes['http.response.status_code'] !== 429)).toBe(true)
})

test('a method that no endpoint has is not repeated in a span', async () => {
  await fetch(`${gateway.url}/api/v1/jobs/1`, { method: 'PROPFIND', headers: headers() })
  const [span] = await ended(1)
  expect(span).toMatchObject({ name: `HTTP ${ROUTE}`, attributes: { 'http.request.method': 'HTTP' } })
})
