import { endpoints } from '@jobboard/contracts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRouter } from '../src/http/router.ts'
import { requestText, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const router = buildRouter(endpoints.filter(({ plane }) => plane === 'public'))
const near = (path: string) => router.nearestPath(path.slice(1).split('/'))

test.each([
  ['/api/v1/job', '/api/v1/jobs'],
  ['/api/v1/jobs/', '/api/v1/jobs'],
  ['/api/v1/Jobs', '/api/v1/jobs'],
  ['/jobs', '/api/v1/jobs'],
  ['/v1/jobs/5', '/api/v1/jobs/{id}'],
  ['/api/v2/jobs', '/api/v1/jobs'],
  ['/api/v1/api/v1/jobs', '/api/v1/jobs'],
  ['/api/v1/job/5/publish', '/api/v1/jobs/{id}/publish'],
  ['/api/v1/jobs/5/aplications', '/api/v1/jobs/{jobId}/applications'],
  ['/api/v1/applications/5/ai_assessment', '/api/v1/applications/{id}/ai-assessment'],
  ['/api/v1/application/5/note', '/api/v1/applications/{id}/notes'],
  ['/api/v1/profile', '/api/v1/me/profile'],
  ['/api/v1/search', '/api/v1/candidates/search'],
  ['/api/v1/employers/credits', '/api/v1/employer/credits'],
  ['/', undefined],
  ['/api/v1', undefined],
  ['/api/v1/5', undefined],
  ['/favicon.ico', undefined],
  ['/internal/v1/clock', undefined],
  [`/api/v1/jobs${'/a'.repeat(8)}`, undefined],
  [`/api/v1/${'jobs'.repeat(11)}`, undefined],
])('%s most likely means %s (P-399)', (path, expected) => {
  expect(near(path)).toBe(expected)
})

test('each misspelt path of an endpoint leads back to it, or to one that is as near', () => {
  for (const { path } of endpoints.filter(({ plane }) => plane === 'public')) {
    const misspelt = path.replace(/([a-z]{3})([a-z-]*)$/, '$1x$2')
    expect(near(misspelt) ?? path, misspelt).toBeTypeOf('string')
    if (misspelt !== path) expect(near(misspelt), misspelt).toBe(path)
  }
})

test('404: a path that no endpoint has is named, and the nearest one, without a key and with one (P-10, P-399)', async () => {
  const message = 'There is no endpoint /api/v1/job. Did you mean /api/v1/jobs?'
  for (const headers of [
    [],
    ['Authorization: Bearer pk_live_wrong'],
    [`Authorization: Bearer ${gateway.recruiter}`],
  ]) {
    const { status, body, head } = await sendRaw(
      gateway.port,
      requestText('GET /api/v1/job?token=secret', headers),
    )
    expect([status, JSON.parse(body)]).toEqual([404, { code: 'not_found', message }])
    expect(head).toMatch(/^link: <\/docs\/guides\/errors#not_found>; rel="help"\r$/im)
  }
  const long = await sendRaw(gateway.port, requestText(`GET /${'<script>'.repeat(500)}`))
  expect(JSON.parse(long.body).message).toBe(
    `There is no endpoint /${'<script>'.repeat(13).slice(0, 99)}.... /openapi.json lists all endpoints.`,
  )
  const operators = await gateway.admin.get('/admin/v1/employer')
  expect([operators.status, operators.body.message, operators.headers.get('link')]).toEqual([
    404,
    'There is no endpoint /admin/v1/employer. Did you mean /admin/v1/employers?',
    null,
  ])
  expect(gateway.upstream.requests).toEqual([])
})

test('every refusal of the public port but 401 leads to the row about its code (P-398)', async () => {
  const key = `Authorization: Bearer ${gateway.recruiter}`
  for (const [status, code, request] of [
    [400, 'invalid_request', requestText('GET /api/v1/../jobs')],
    [400, 'invalid_request', 'no HTTP at all\r\n\r\n'],
    [400, 'invalid_request', requestText('GET /api/v1/jobs?key=pk_live_x')],
    [404, 'not_found', requestText('GET /docs/nothing')],
    [405, 'method_not_allowed', requestText('PATCH /api/v1/jobs', [key])],
    [413, 'payload_too_large', requestText('POST /api/v1/jobs', [key, 'Content-Length: 1048577'])],
  ] as const) {
    const response = await sendRaw(gateway.port, request)
    const link = /^link: (.*)\r$/im.exec(response.head)?.[1]
    expect([response.status, link], request).toEqual([status, `</docs/guides/errors#${code}>; rel="help"`])
  }
  const anonymous = await sendRaw(gateway.port, requestText('GET /api/v1/jobs'))
  expect([anonymous.status, /^link:/im.test(anonymous.head)]).toEqual([401, false])
})
