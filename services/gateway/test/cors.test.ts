import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { type RawResponse, responsesIn, sendRaw, withoutVaryingHeaders } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

const PAGE = 'https://app.example.com'
let open: TestGateway
let closed: TestGateway
beforeAll(async () => {
  open = await startTestGateway({ env: { CORS_ORIGINS: `${PAGE}, http://localhost:3000` } })
  closed = await startTestGateway({ accounts: open.accounts, env: { CORS_ORIGINS: '' } })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})
beforeEach(() => {
  for (const { upstream } of [open, closed]) {
    for (const list of [upstream.requests, upstream.lookedUp, upstream.started]) list.length = 0
    upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
  }
})

async function send(
  gateway: TestGateway,
  line: string,
  headers: string[] = [],
  port = gateway.port,
): Promise<RawResponse> {
  const text = [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')
  return responsesIn(await sendRaw(port, `${text}\r\n\r\n`))[0]!
}
const origin = (from: string) => `Origin: ${from}`
const preflight = 'Access-Control-Request-Method: POST'
const bearer = (key: string) => `Authorization: Bearer ${key}`
const field = (name: string, { head }: RawResponse) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1]
const names = (name: string, response: RawResponse) => field(name, response)?.toLowerCase().split(', ').sort()

test('CORS off: an Origin header changes no byte of a response; OPTIONS needs a key and is 405 (P-30)', async () => {
  const key = bearer(closed.recruiter)
  const paths = [
    'GET /healthz/live',
    'GET /openapi.json',
    'GET /api/v1/none',
    'OPTIONS /api/v1/jobs',
    'GET /a//b',
  ]
  for (const line of paths) {
    const [plain, crossOrigin] = [
      await send(closed, line),
      await send(closed, line, [origin(PAGE), preflight]),
    ]
    expect(withoutVaryingHeaders(crossOrigin)).toBe(withoutVaryingHeaders(plain))
    expect(plain.head).not.toMatch(/access-control|vary/i)
  }
  const options = await send(closed, 'OPTIONS /api/v1/jobs', [key, origin(PAGE), preflight])
  expect(options.status).toBe(405)
  expect(field('allow', options)).toBe('GET, HEAD, POST')
  expect(options.head).not.toMatch(/access-control|vary/i)
})

test('204: the preflight of an allowed origin needs no key, takes no quota and reaches no service', async () => {
  for (const from of [PAGE, 'http://localhost:3000']) {
    const response = await send(open, 'OPTIONS /api/v1/jobs', [origin(from), preflight])
    expect(response.status).toBe(204)
    expect(field('access-control-allow-origin', response)).toBe(from)
    expect(field('access-control-allow-methods', response)).toBe('GET, HEAD, POST')
    expect(field('access-control-max-age', response)).toBe('7200')
    expect(field('vary', response)).toBe('Origin')
    expect(field('x-request-id', response)).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.head).not.toMatch(/^ratelimit|allow-credentials/im)
    expect(response.body).toBe('')
  }
  const one = await send(open, 'OPTIONS /api/v1/jobs/1', [origin(PAGE), preflight])
  expect(field('access-control-allow-methods', one)).toBe('GET, HEAD, PUT, DELETE')
  const { head } = await send(open, 'GET /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])
  expect(head).toMatch(/^x-ratelimit-remaining: 99\r$/im)
  expect(open.upstream.started).toEqual(['/api/v1/jobs'])
})

test('every header that a preflight allows is used by the gateway or forwarded', async () => {
  const response = await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE), preflight])
  const allowed = names('access-control-allow-headers', response)!
  // Tracing libraries of clients add the last two to every request.
  const used = ['authorization', 'x-api-key', 'traceparent', 'tracestate']
  const forwarded = allowed.filter((name) => !used.includes(name))
  await send(open, 'GET /api/v1/jobs', [bearer(open.recruiter), ...forwarded.map((name) => `${name}: a`)])
  const received = Object.keys(open.upstream.requests[0]!.headers)
  expect(allowed).toEqual(expect.arrayContaining([...used, 'content-type', 'idempotency-key', 'if-match']))
  for (const name of forwarded) expect(received).toContain(name)
})

test.each([
  ['another origin', [origin('https://evil.example'), preflight]],
  ['a longer name', [origin(`${PAGE}.evil.example`), preflight]],
  ['another port', [origin(`${PAGE}:8443`), preflight]],
  ['another scheme', [origin('http://app.example.com'), preflight]],
  ['null', [origin('null'), preflight]],
  ['two origins', [origin(PAGE), origin('https://evil.example'), preflight]],
  ['no origin', [preflight]],
])(
  '401: OPTIONS with %s is an ordinary request, and no origin may read the response',
  async (_name, headers) => {
    const response = await send(open, 'OPTIONS /api/v1/jobs', headers)
    expect(response.status).toBe(401)
    expect(response.head).not.toMatch(/access-control/i)
  },
)

test('OPTIONS that is no preflight, or for an unknown path, is an ordinary request', async () => {
  expect((await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE)])).status).toBe(401)
  expect((await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])).status).toBe(405)
  expect((await send(open, 'OPTIONS /api/v1/none', [origin(PAGE), preflight])).status).toBe(404)
})

const cases: [number, string, () => string[]][] = [
  [200, 'GET /api/v1/jobs', () => [bearer(open.recruiter)]],
  [200, 'GET /openapi.json', () => []],
  [400, 'GET /api/v1/jobs/../x', () => []],
  [400, 'GET /api/v1/%zz', () => []],
  [400, 'GET /api/v1/jobs', () => ['Host: b']],
  [400, 'GET /api/v1/jobs?key=pk_live_', () => []],
  [401, 'GET /api/v1/jobs', () => []],
  [403, 'GET /api/v1/candidates/1', () => [bearer(unscoped)]],
  [404, 'GET /api/v1/none', () => []],
  [404, 'GET /none', () => []],
  [405, 'PATCH /api/v1/jobs', () => [bearer(open.recruiter)]],
  [431, 'GET /api/v1/jobs', () => Array(101).fill('a: b')],
]
let unscoped: string
test.each(cases)('%d: an allowed origin may read %s, and no other may', async (status, line, headers) => {
  unscoped = (await open.accounts.mint({ scopes: ['JobPosting'] })).apiKey
  const allowed = await send(open, line, [origin(PAGE), ...headers()])
  expect(allowed.status).toBe(status)
  expect(field('access-control-allow-origin', allowed)).toBe(PAGE)
  expect(field('vary', allowed)).toBe('Origin')
  expect(allowed.head).not.toMatch(/allow-credentials/i)
  const exposed = [
    'x-request-id',
    'retry-after',
    'ratelimit',
    'x-ratelimit-remaining',
    'etag',
    'x-credits-cost',
    'x-ignored-fields',
    'x-sandbox',
    'preference-applied',
    'link',
  ]
  expect(names('access-control-expose-headers', allowed)).toEqual(
    expect.arrayContaining([...exposed, 'idempotency-replayed', 'x-credits-remaining', 'x-query-normalized']),
  )
  for (const other of [['Origin: https://evil.example'], []]) {
    const refused = await send(open, line, [...other, ...headers()])
    expect(refused.status).toBe(status)
    expect(refused.head).not.toMatch(/access-control/i)
    // A cache must not serve this response to the allowed origin.
    expect(field('vary', refused)).toBe('Origin')
  }
})

test('429 and 503: an allowed origin may read them too', async () => {
  const { apiKey } = await open.accounts.mint()
  await Promise.all(Array.from({ length: 100 }, () => open.api(apiKey).get('/api/v1/jobs/%20')))
  const limited = await send(open, 'GET /api/v1/jobs', [origin(PAGE), bearer(apiKey)])
  open.upstream.respond = (incoming) => incoming.socket.destroy()
  const unavailable = await send(open, 'POST /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])
  expect([limited.status, unavailable.status]).toEqual([429, 503])
  for (const response of [limited, unavailable])
    expect(field('access-control-allow-origin', response)).toBe(PAGE)
})

test('CORS headers of a service never reach the client', async () => {
  for (const gateway of [open, closed]) {
    gateway.upstream.respond = (_request, response) => {
      const names = ['Origin', 'Credentials', 'Methods', 'Headers', 'Private-Network']
      for (const name of names) response.setHeader(`Access-Control-Allow-${name}`, 'inside')
      response
        .setHeader('Access-Control-Expose-Headers', 'inside')
        .setHeader('Access-Control-Max-Age', 'inside')
      sendJson(response, 200, {})
    }
    const response = await send(gateway, 'GET /api/v1/jobs', [bearer(gateway.recruiter), origin(PAGE)])
    expect(response.status).toBe(200)
    expect(response.head).not.toMatch(/inside/)
  }
})

test('the admin port has no CORS headers', async () => {
  const port = Number(new URL(open.adminUrl).port)
  const response = await send(open, 'OPTIONS /admin/v1/employers/1', [origin(PAGE), preflight], port)
  expect(response.status).toBe(401)
  expect(response.head).not.toMatch(/access-control|vary/i)
})
