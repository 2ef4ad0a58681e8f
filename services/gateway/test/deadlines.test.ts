import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONNECTIONS } from '../src/proxy/upstream.ts'
import { openBlackHole } from './support/black-hole.ts'
import { sendJson } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

const env = { UPSTREAM_CONNECT_TIMEOUT_MS: '200', UPSTREAM_TIMEOUT_MS: '300' }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env })
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
})

const get = (key: string, { url } = gateway) =>
  request(`${url}/api/v1/jobs`, { headers: { authorization: `Bearer ${key}` } })

async function refusal(key = gateway.recruiter, of = gateway) {
  const { statusCode, headers, body } = await get(key, of)
  return [statusCode, ((await body.json()) as { code: string }).code, headers['retry-after']]
}

const jobsMetric = (name: string, of = gateway) => readMetric(of, `${name}{service="jobs"}`)

/** No failed request is counted as in flight, and the next request is served. */
async function expectRecovered(): Promise<void> {
  await eventually('nothing is in flight', async () => (await jobsMetric('gateway_upstream_in_flight')) === 0)
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
  const { statusCode, body } = await get((await gateway.accounts.mint()).apiKey)
  await body.dump()
  expect(statusCode).toBe(200)
}

test('connecting to the service hangs: 503, or 200 when another replica serves', async () => {
  const { accounts } = gateway
  const hole = await openBlackHole()
  const alone = await startTestGateway({ accounts, env: { ...env, JOBS_URL: hole.url } })
  const pair = await startTestGateway({
    accounts,
    env: { ...env, JOBS_URL: `${hole.url},${gateway.upstream.url}` },
  })
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
  try {
    expect(await refusal(alone.recruiter, alone)).toEqual([503, 'unavailable', '1'])
    expect(await jobsMetric('gateway_upstream_failures_total', alone)).toBe(2)
    await eventually(
      'nothing is in flight',
      async () => (await jobsMetric('gateway_upstream_in_flight', alone)) === 0,
    )
    expect((await get(pair.recruiter, pair)).statusCode).toBe(200)
  } finally {
    hole.stop()
    await Promise.all([alone.stop(), pair.stop()])
  }
})

test('503: a service receives the request and does not respond; the request is not sent again', async () => {
  gateway.upstream.respond = () => {}
  expect(await refusal()).toEqual([503, 'unavailable', '1'])
  expect(gateway.upstream.requests).toHaveLength(1)
  await expectRecovered()
})

test('503: a request waits no longer than its time-out behind those of a slow service, and is never sent', async () => {
  const held: (() => void)[] = []
  gateway.upstream.respond = (_request, response) => void held.push(() => sendJson(response, 200, []))
  // Operators' requests have a time-out of minutes.
  const slow = Array.from({ length: CONNECTIONS }, () =>
    gateway.admin.put('/admin/v1/jobs/1/screening-questions', []),
  )
  await eventually('every connection is taken', async () => held.length === CONNECTIONS)
  expect(await refusal()).toEqual([503, 'unavailable', '1'])
  for (const release of held) release()
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]))
  await expectRecovered()
  expect(gateway.upstream.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test.each([
  ['with Content-Length', { 'content-length': '100' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'a service falls silent within a response %s: the client sees a broken connection, not a complete response',
  async (_name, sent) => {
    gateway.upstream.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...sent })
      response.write('{"half":')
    }
    const { statusCode, body } = await get(gateway.recruiter)
    expect(statusCode).toBe(200)
    const failure: { code?: string; name?: string } = await body.text().catch((error) => error)
    expect(failure.code).toBe('UND_ERR_SOCKET')
    await expectRecovered()
  },
)
