import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestText, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
let key: string
beforeAll(async () => {
  gateway = await startTestGateway()
  key = `Authorization: Bearer ${gateway.recruiter}`
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
})

const send = (line: string, headers: string[] = [], body = '') =>
  sendRaw(gateway.port, requestText(line, [key, ...headers], body))

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
])('400: target %s', async (target) => {
  const response = await send(`GET ${target}`)
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body).code).toBe('invalid_request')
  expect(gateway.upstream.requests).toEqual([])
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
])('404: %s is no route and is not forwarded', async (target) => {
  const response = await send(`GET ${target}`)
  expect(response.status).toBe(404)
  expect(JSON.parse(response.body)).toEqual({
    code: 'not_found',
    message: expect.stringMatching(/^There is no (endpoint|such object) /),
  })
  expect(gateway.upstream.requests).toEqual([])
})

test('identity and forwarding headers of a client never reach a service, however they are spelled', async () => {
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
    `X-Api-Key: ${gateway.recruiter}`,
    'Cookie: a=b',
    'Keep-Alive: timeout=1',
    'TE: trailers',
    'Proxy-Authorization: Basic abc',
    'X-Anything: else',
  ]
  const response = await send('GET /api/v1/jobs', forged)
  expect(response.status).toBe(200)
  expect(response.head).not.toMatch(/mine/)
  const names = Object.keys(gateway.upstream.requests[0]!.headers).sort()
  expect(names).toEqual(['connection', 'host', 'x-caller', 'x-request-id'])
  expect(gateway.upstream.requests[0]!.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(gateway.upstream.requests[0]!.headers['x-caller']).not.toBe('forged')
  expect(gateway.upstream.requests[0]!.headers.host).not.toBe('jobs.example')
})

test('a header listed in Connection is dropped, the caller token is not', async () => {
  const response = await send('GET /api/v1/jobs', ['Connection: close, x-caller, if-match', 'If-Match: "1"'])
  expect(response.status).toBe(200)
  expect(gateway.upstream.requests[0]!.headers['if-match']).toBeUndefined()
  expect(gateway.upstream.requests[0]!.headers['x-caller']).toBeTruthy()
})

test('trailers are dropped', async () => {
  const response = await send(
    'POST /api/v1/jobs',
    ['Trailer: x-caller', 'Transfer-Encoding: chunked', 'Content-Type: application/json'],
    '2\r\n{}\r\n0\r\nx-caller: forged\r\n\r\n',
  )
  expect(response.status).toBe(200)
  expect(gateway.upstream.requests[0]!.body.toString()).toBe('{}')
  expect(gateway.upstream.requests[0]!.headers.trailer).toBeUndefined()
})

test('100 Continue is sent to an authenticated client only, and Expect is not forwarded', async () => {
  const authenticated = await send('POST /api/v1/jobs', ['Expect: 100-continue', 'Content-Length: 2'], '{}')
  expect(authenticated.head).toMatch(/^HTTP\/1.1 100 Continue/)
  expect(authenticated.body).toMatch(/^HTTP\/1.1 200/)
  expect(gateway.upstream.requests[0]!.headers.expect).toBeUndefined()
  const anonymous = await sendRaw(
    gateway.port,
    requestText('POST /api/v1/jobs', ['Expect: 100-continue', 'Content-Length: 2']),
  )
  expect(anonymous.status).toBe(401)
})

test.each(['OPTIONS', 'PATCH', 'TRACE'])('405: %s, with what is allowed', async (method) => {
  const response = await send(`${method} /api/v1/jobs`)
  expect(response.status).toBe(405)
  expect(response.head).toMatch(/^allow: GET, HEAD, POST\r$/im)
  expect(gateway.upstream.requests).toEqual([])
})

test('200: an unknown expectation is ignored and not forwarded', async () => {
  const response = await send('GET /api/v1/jobs', ['Expect: the-unexpected'])
  expect(response.status).toBe(200)
  expect(response.head).toMatch(/^x-request-id: /im)
  expect(gateway.upstream.requests[0]!.headers.expect).toBeUndefined()
})

test('CONNECT opens no tunnel, and an upgrade is an ordinary request', async () => {
  const tunnel = await sendRaw(gateway.port, `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`)
  expect(tunnel.status).not.toBe(200)
  expect(gateway.upstream.requests).toEqual([])
  const upgrade = await send('GET /api/v1/jobs', ['Connection: close, upgrade', 'Upgrade: websocket'])
  expect(upgrade.status).toBe(200)
  expect(gateway.upstream.requests[0]!.headers.upgrade).toBeUndefined()
})

test('headers with which a service identifies itself never reach the client', async () => {
  gateway.upstream.respond = (_request, response) => {
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
