import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { answersIn, exchangeRaw, type RawAnswer, steady } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

const PAGE = 'https://app.example.com'
let open: Arena
let closed: Arena
beforeAll(async () => {
  open = await startArena({ env: { CORS_ORIGINS: `${PAGE}, http://localhost:3000` } })
  closed = await startArena({ env: { CORS_ORIGINS: '' } })
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
})
beforeEach(() => {
  for (const { world } of [open, closed]) {
    for (const list of [world.seen, world.asked, world.begun]) list.length = 0
    world.answer = (_request, response) => sendJson(response, 200, { ok: true })
  }
})

async function send(
  arena: Arena,
  line: string,
  headers: string[] = [],
  port = arena.port,
): Promise<RawAnswer> {
  const text = [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')
  return answersIn(await exchangeRaw(port, `${text}\r\n\r\n`))[0]!
}
const origin = (from: string) => `Origin: ${from}`
const asking = 'Access-Control-Request-Method: POST'
const bearer = (key: string) => `Authorization: Bearer ${key}`
const field = (name: string, { head }: RawAnswer) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1]
const names = (name: string, answer: RawAnswer) => field(name, answer)?.toLowerCase().split(', ').sort()

test('off: an Origin changes no byte, and OPTIONS needs a key and is 405', async () => {
  const key = bearer(closed.recruiter)
  const paths = [
    'GET /healthz/live',
    'GET /openapi.json',
    'GET /api/v1/none',
    'OPTIONS /api/v1/jobs',
    'GET /a//b',
  ]
  for (const line of paths) {
    const [plain, crossed] = [await send(closed, line), await send(closed, line, [origin(PAGE), asking])]
    expect(steady(crossed)).toBe(steady(plain))
    expect(plain.head).not.toMatch(/access-control|vary/i)
  }
  const options = await send(closed, 'OPTIONS /api/v1/jobs', [key, origin(PAGE), asking])
  expect(options.status).toBe(405)
  expect(field('allow', options)).toBe('GET, POST')
  expect(options.head).not.toMatch(/access-control|vary/i)
})

test('204: the preflight of an allowed origin, without a key, a limit or a service', async () => {
  for (const from of [PAGE, 'http://localhost:3000']) {
    const answer = await send(open, 'OPTIONS /api/v1/jobs', [origin(from), asking])
    expect(answer.status).toBe(204)
    expect(field('access-control-allow-origin', answer)).toBe(from)
    expect(field('access-control-allow-methods', answer)).toBe('GET, POST')
    expect(field('access-control-max-age', answer)).toBe('7200')
    expect(field('vary', answer)).toBe('Origin')
    expect(field('x-request-id', answer)).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.head).not.toMatch(/^ratelimit|allow-credentials/im)
    expect(answer.body).toBe('')
  }
  const one = await send(open, 'OPTIONS /api/v1/jobs/1', [origin(PAGE), asking])
  expect(field('access-control-allow-methods', one)).toBe('GET, PUT, DELETE')
  const { head } = await send(open, 'GET /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])
  expect(head).toMatch(/^x-ratelimit-remaining: 99\r$/im)
  expect(open.world.begun).toEqual(['/api/v1/jobs'])
})

test('every header that a preflight allows is one that counts', async () => {
  const answer = await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE), asking])
  const allowed = names('access-control-allow-headers', answer)!
  const counting = ['authorization', 'x-api-key']
  const passed = allowed.filter((name) => !counting.includes(name))
  await send(open, 'GET /api/v1/jobs', [bearer(open.recruiter), ...passed.map((name) => `${name}: a`)])
  const seen = Object.keys(open.world.seen[0]!.headers)
  expect(allowed).toEqual(
    expect.arrayContaining([...counting, 'content-type', 'idempotency-key', 'if-match']),
  )
  for (const name of passed) expect(seen).toContain(name)
})

test.each([
  ['another origin', [origin('https://evil.example'), asking]],
  ['a longer name', [origin(`${PAGE}.evil.example`), asking]],
  ['another port', [origin(`${PAGE}:8443`), asking]],
  ['another scheme', [origin('http://app.example.com'), asking]],
  ['null', [origin('null'), asking]],
  ['two origins', [origin(PAGE), origin('https://evil.example'), asking]],
  ['no origin', [asking]],
])('401: OPTIONS of %s is an ordinary call, and no origin may read its answer', async (_name, headers) => {
  const answer = await send(open, 'OPTIONS /api/v1/jobs', headers)
  expect(answer.status).toBe(401)
  expect(answer.head).not.toMatch(/access-control/i)
})

test('an OPTIONS that is no preflight, or of an unknown path, is answered as ever', async () => {
  expect((await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE)])).status).toBe(401)
  expect((await send(open, 'OPTIONS /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])).status).toBe(405)
  expect((await send(open, 'OPTIONS /api/v1/none', [origin(PAGE), asking])).status).toBe(404)
})

const answers: [number, string, () => string[]][] = [
  [200, 'GET /api/v1/jobs', () => [bearer(open.recruiter)]],
  [200, 'GET /openapi.json', () => []],
  [400, 'GET /api/v1/jobs/../x', () => []],
  [400, 'GET /api/v1/%zz', () => []],
  [400, 'GET /api/v1/jobs', () => ['Host: b']],
  [400, 'GET /api/v1/jobs?key=pk_live_', () => []],
  [401, 'GET /api/v1/jobs', () => []],
  [403, 'GET /api/v1/candidates/1', () => [bearer(poor)]],
  [404, 'GET /api/v1/none', () => []],
  [404, 'GET /none', () => []],
  [405, 'PATCH /api/v1/jobs', () => [bearer(open.recruiter)]],
  [431, 'GET /api/v1/jobs', () => Array(101).fill('a: b')],
]
let poor: string
test.each(answers)(
  '%d: %s may be read by an allowed origin, and by no other',
  async (status, line, headers) => {
    poor = (await open.accounts.mint({ scopes: ['JobPosting'] })).apiKey
    const good = await send(open, line, [origin(PAGE), ...headers()])
    expect(good.status).toBe(status)
    expect(field('access-control-allow-origin', good)).toBe(PAGE)
    expect(field('vary', good)).toBe('Origin')
    expect(good.head).not.toMatch(/allow-credentials/i)
    const exposed = [
      'x-request-id',
      'retry-after',
      'ratelimit',
      'x-ratelimit-remaining',
      'etag',
      'x-credits-cost',
    ]
    expect(names('access-control-expose-headers', good)).toEqual(
      expect.arrayContaining([...exposed, 'idempotency-replayed', 'x-credits-remaining']),
    )
    for (const other of [['Origin: https://evil.example'], []]) {
      const bad = await send(open, line, [...other, ...headers()])
      expect(bad.status).toBe(status)
      expect(bad.head).not.toMatch(/access-control/i)
      // A cache that keeps this one must not hand it to the allowed origin.
      expect(field('vary', bad)).toBe('Origin')
    }
  },
)

test('429 and 503 may be read as well', async () => {
  const { apiKey } = await open.accounts.mint()
  await Promise.all(Array.from({ length: 100 }, () => open.api(apiKey).get('/api/v1/jobs/%20')))
  const limited = await send(open, 'GET /api/v1/jobs', [origin(PAGE), bearer(apiKey)])
  open.world.answer = (incoming) => incoming.socket.destroy()
  const away = await send(open, 'POST /api/v1/jobs', [origin(PAGE), bearer(open.recruiter)])
  expect([limited.status, away.status]).toEqual([429, 503])
  for (const answer of [limited, away]) expect(field('access-control-allow-origin', answer)).toBe(PAGE)
})

test('what a service says of origins does not leave the gateway', async () => {
  for (const arena of [open, closed]) {
    arena.world.answer = (_request, response) => {
      const said = ['Origin', 'Credentials', 'Methods', 'Headers', 'Private-Network']
      for (const what of said) response.setHeader(`Access-Control-Allow-${what}`, 'inside')
      response
        .setHeader('Access-Control-Expose-Headers', 'inside')
        .setHeader('Access-Control-Max-Age', 'inside')
      sendJson(response, 200, {})
    }
    const answer = await send(arena, 'GET /api/v1/jobs', [bearer(arena.recruiter), origin(PAGE)])
    expect(answer.status).toBe(200)
    expect(answer.head).not.toMatch(/inside/)
  }
})

test('the operators\u2019 port knows no origins', async () => {
  const port = Number(new URL(open.adminUrl).port)
  const answer = await send(open, 'OPTIONS /admin/v1/employers/1', [origin(PAGE), asking], port)
  expect(answer.status).toBe(401)
  expect(answer.head).not.toMatch(/access-control|vary/i)
})
