import { mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena({ env: { SEARCH_URL: 'http://127.0.0.1:9' } })
})
afterAll(() => arena.stop())

async function read(): Promise<Map<string, number>> {
  const answer = await fetch(`${arena.adminUrl}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)![1])]))
}

const count = (route: string, status: string, method = 'GET', port = 'public') =>
  `http_request_duration_seconds_count{port="${port}",route="${route}",method="${method}",status="${status}"}`

test('404: the public port has no /metrics, with a key or without', async () => {
  expect((await fetch(`${arena.url}/metrics`)).status).toBe(404)
  expect((await arena.api(arena.recruiter).get('/metrics')).status).toBe(404)
  expect((await arena.api(arena.recruiter).get('/api/../metrics')).status).toBe(404)
})

test('requests are counted by route pattern, method and class of status on either port', async () => {
  const { apiKey: poor } = await arena.accounts.mint({ scopes: ['Applications'] })
  const api = arena.api(arena.recruiter)
  await api.get('/api/v1/jobs/1')
  await api.get('/api/v1/jobs/2')
  await arena.api(poor).get('/api/v1/jobs/1')
  await fetch(`${arena.url}/api/v1/jobs/1`)
  await fetch(`${arena.url}/api/v1/jobs/1`, { method: 'PROPFIND' })
  await api.get('/api/v1/nothing/4711')
  arena.world.answer = (_request, response) => sendJson(response, 500, {})
  await api.get('/api/v1/jobs/1')
  arena.world.answer = (_request, response) => sendJson(response, 200, {})
  await arena.admin.get('/admin/v1/employers/4711')

  const lines = await eventually('the last one is counted', async () => {
    const found = await read()
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

test('limits, keys and failing services are told', async () => {
  const { apiKey: eager } = await arena.accounts.mint()
  await arena.api(mintKey('recruiter')).get('/api/v1/jobs')
  const before = await read()
  const many = Array.from({ length: 31 }, () =>
    arena.api(eager).post('/api/v1/candidates/search', { query: 'x' }),
  )
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const lines = await eventually('the refusal is counted', async () => {
    const found = await read()
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
