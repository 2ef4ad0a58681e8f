import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exchangeRaw, requestText } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
let key: string
beforeAll(async () => {
  arena = await startArena()
  key = `Authorization: Bearer ${arena.recruiter}`
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
})

const send = (line: string, headers: string[] = [], body = '') =>
  exchangeRaw(arena.port, requestText(line, [key, ...headers], body))

test.each([
  'http://evil.example/api/v1/jobs',
  '*',
  '//evil.example/api/v1/jobs',
  '/api/v1/jobs//1',
  '/api/v1/jobs/../internal/v1/clock',
  '/api/v1/jobs/./1',
  '/api/v1/jobs/%2e%2e/1',
  '/api/v1/jobs/.%2E/1',
  '/api/v1/jobs/..%2f1',
  '/api/v1/jobs/..%5c1',
  '/api/v1/jobs/..;x=1/1',
  '/api/v1/jobs/%252e%252e/1',
  '/api/v1/jobs/1%00',
  '/api/v1/jobs/%zz',
  '/api/v1/jobs/%ff',
  '/api/v1/jobs/..\\1',
  '/api/v1/jobs#1',
  '/healthz%2fready',
  '/api/v1/applications/1/tags/%2e%2e',
  '/api/v1/applications/1/tags/%252e%252e',
  '/api/v1/applications/1/tags/..',
])('400: the target %s', async (target) => {
  const answer = await send(`GET ${target}`)
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body).code).toBe('invalid_request')
  expect(arena.world.seen).toEqual([])
})

test.each([
  '/api/v1/%6aobs',
  '/api/v1/jobs;x=1',
  '/api/v1/jobs;x=1/1',
  '/api/v1/jobs/%31',
  '/api/v1/jobs/1;x=1',
  '/api/v1/jobs/1/',
  '/api/v1/JOBS',
  '/API/V1/jobs',
  '/api/v1/jobs/',
  '/internal/v1/clock',
  '/admin/v1/employers/1',
  '/api/v2/jobs',
  '/',
  '/%68ealthz/ready',
])('404: %s is no route, and nothing is forwarded', async (target) => {
  const answer = await send(`GET ${target}`)
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.body)).toEqual({ code: 'not_found', message: 'There is no such object here.' })
  expect(arena.world.seen).toEqual([])
})

test('no spelling of an identity or forwarding header reaches a service', async () => {
  const forged = [
    'X-Caller: forged',
    'x_caller: forged',
    'X-CALLER-Id: forged',
    'X-Forwarded-For: 6.6.6.6',
    'X-Forwarded-Host: evil.example',
    'X_Forwarded_For: 6.6.6.6',
    'Forwarded: for=6.6.6.6',
    'X-Real-IP: 6.6.6.6',
    'X-Request-Id: mine',
    `X-Api-Key: ${arena.recruiter}`,
    'Cookie: a=b',
    'Keep-Alive: timeout=1',
    'TE: trailers',
    'Proxy-Authorization: Basic abc',
    'X-Anything: else',
  ]
  const answer = await send('GET /api/v1/jobs', forged)
  expect(answer.status).toBe(200)
  expect(answer.head).not.toMatch(/mine/)
  const names = Object.keys(arena.world.seen[0]!.headers).sort()
  expect(names).toEqual(['connection', 'host', 'x-caller', 'x-request-id'])
  expect(arena.world.seen[0]!.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(arena.world.seen[0]!.headers['x-caller']).not.toBe('forged')
  expect(arena.world.seen[0]!.headers.host).not.toBe('jobs.example')
})

test('a header listed by Connection is dropped, the signed caller is not', async () => {
  const answer = await send('GET /api/v1/jobs', ['Connection: close, x-caller, if-match', 'If-Match: "1"'])
  expect(answer.status).toBe(200)
  expect(arena.world.seen[0]!.headers['if-match']).toBeUndefined()
  expect(arena.world.seen[0]!.headers['x-caller']).toBeTruthy()
})

test('a Trailer request and its trailers harm nobody', async () => {
  const answer = await send(
    'POST /api/v1/jobs',
    ['Trailer: x-caller', 'Transfer-Encoding: chunked', 'Content-Type: application/json'],
    '2\r\n{}\r\n0\r\nx-caller: forged\r\n\r\n',
  )
  expect(answer.status).toBe(200)
  expect(arena.world.seen[0]!.body.toString()).toBe('{}')
  expect(arena.world.seen[0]!.headers.trailer).toBeUndefined()
})

test('Expect: 100-continue is answered to who may send a body, and not passed on', async () => {
  const good = await send('POST /api/v1/jobs', ['Expect: 100-continue', 'Content-Length: 2'], '{}')
  expect(good.head).toMatch(/^HTTP\/1.1 100 Continue/)
  expect(good.body).toMatch(/^HTTP\/1.1 200/)
  expect(arena.world.seen[0]!.headers.expect).toBeUndefined()
  const bad = await exchangeRaw(
    arena.port,
    requestText('POST /api/v1/jobs', ['Expect: 100-continue', 'Content-Length: 2']),
  )
  expect(bad.status).toBe(401)
})

test.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE'])('405: %s, with what is allowed', async (method) => {
  const answer = await send(`${method} /api/v1/jobs`)
  expect(answer.status).toBe(405)
  expect(answer.head).toMatch(/^allow: GET, POST\r$/im)
  expect(arena.world.seen).toEqual([])
})

test('200: an expectation that nobody knows is not passed on, and no reason to refuse', async () => {
  const answer = await send('GET /api/v1/jobs', ['Expect: the-unexpected'])
  expect(answer.status).toBe(200)
  expect(answer.head).toMatch(/^x-request-id: /im)
  expect(arena.world.seen[0]!.headers.expect).toBeUndefined()
})

test('CONNECT gets no tunnel, and an upgrade is an ordinary request', async () => {
  const tunnel = await exchangeRaw(arena.port, `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`)
  expect(tunnel.status).not.toBe(200)
  expect(arena.world.seen).toEqual([])
  const upgrade = await send('GET /api/v1/jobs', ['Connection: close, upgrade', 'Upgrade: websocket'])
  expect(upgrade.status).toBe(200)
  expect(arena.world.seen[0]!.headers.upgrade).toBeUndefined()
})

test('what a service says of itself does not leave the gateway', async () => {
  arena.world.answer = (_request, response) => {
    response.writeHead(200, {
      Server: 'inside',
      'X-Powered-By': 'inside',
      Connection: 'x-inside',
      'X-Inside': 'secret',
      'X-Request-Id': 'inside',
      'X-RateLimit-Remaining': 'inside',
      ETag: '"7"',
      'X-Credits-Cost': '1',
    })
    response.end('{}')
  }
  const { head } = await send('GET /api/v1/jobs')
  expect(head).not.toMatch(/inside/i)
  expect(head).toMatch(/etag: "7"/i)
  expect(head).toMatch(/x-credits-cost: 1/i)
})
