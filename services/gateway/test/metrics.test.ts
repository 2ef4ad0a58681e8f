import { mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { SEARCH_URL: 'http://127.0.0.1:9' } })
})
afterAll(() => gateway.stop())

async function readAll(): Promise<Map<string, number>> {
  const response = await fetch(`${gateway.adminUrl}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)![1])]))
}

const count = (route: string, status: string, method = 'GET', port = 'public') =>
  `http_request_duration_seconds_count{port="${port}",route="${route}",method="${method}",status="${status}"}`

test('404: the public port has no /metrics, with or without a key', async () => {
  expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404)
  expect((await gateway.api(gateway.recruiter).get('/metrics')).status).toBe(404)
  expect((await gateway.api(gateway.recruiter).get('/api/../metrics')).status).toBe(404)
})

test('requests are counted by route pattern, method and status class on both ports', async () => {
  const { apiKey: unscoped } = await gateway.accounts.mint({ scopes: ['Applications'] })
  const api = gateway.api(gateway.recruiter)
  await api.get('/api/v1/jobs/1')
  await api.get('/api/v1/jobs/2')
  await gateway.api(unscoped).get('/api/v1/jobs/1')
  await fetch(`${gateway.url}/api/v1/jobs/1`)
  await fetch(`${gateway.url}/api/v1/jobs/1`, { method: 'PROPFIND' })
  await api.get('/api/v1/nothing/4711')
  gateway.upstream.respond = (_request, response) => sendJson(response, 500, {})
  await api.get('/api/v1/jobs/1')
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
  await gateway.admin.get('/admin/v1/employers/4711')

  const lines = await eventually('the last request is counted', async () => {
    const found = await readAll()
    return found.has(count('/admin/v1/employers/{employerId}', '2xx', 'GET', 'admin')) && found
  })
  const job = '/api/v1/jobs/{id}'
  expect(lines.get(count(job, '2xx'))).toBe(2)
  expect(lines.get(count(job, '4xx'))).toBe(2)
  expect(lines.get(count(job, '5xx'))).toBe(1)
  expect(lines.get(count(job, '4xx', 'other'))).toBe(1)
  expect(lines.get(count('none', '4xx'))).toBeGreaterThanOrEqual(1)
  expect(lines.get('gateway_refused_total{status="401"}')).toBe(2)
  expect(lines.get('gateway_refused_total{status="403"}')).toBe(1)
  expect([...lines.keys()].join()).not.toMatch(/4711|nothing|PROPFIND/)
})

test('metrics of limits, keys and services', async () => {
  const { apiKey: limited } = await gateway.accounts.mint()
  await gateway.api(mintKey('recruiter')).get('/api/v1/jobs')
  const before = await readAll()
  const many = Array.from({ length: 31 }, () =>
    gateway.api(limited).post('/api/v1/candidates/search', { query: 'x' }),
  )
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const lines = await eventually('the 429 is counted', async () => {
    const found = await readAll()
    return found.get('gateway_refused_total{status="429"}') === 1 && found
  })
  const grown = (name: string) => lines.get(name)! - before.get(name)!
  expect(grown('gateway_limiter_entries')).toBe(1)
  expect(grown('gateway_keys{state="known"}')).toBe(1)
  expect(lines.get('gateway_keys{state="unknown"}')).toBe(1)
  expect(lines.get('gateway_key_feed_fresh')).toBe(0)
  expect(grown('gateway_upstream_failures_total{service="search"}')).toBeGreaterThanOrEqual(30)
  expect(lines.get('gateway_upstream_failures_total{service="jobs"}')).toBe(0)
  expect(lines.get('gateway_upstream_in_flight{service="jobs"}')).toBe(0)
})
