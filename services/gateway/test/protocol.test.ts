import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { responsesIn, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
let key: string
beforeAll(async () => {
  gateway = await startTestGateway()
  key = `Authorization: Bearer ${gateway.recruiter}\r\n`
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.started.length = 0
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
})

const http10 = (headers = '') => `GET /api/v1/jobs HTTP/1.0\r\n${key}${headers}\r\n`

test.each([
  ['without Host', () => http10()],
  ['with Host', () => http10('Host: a\r\n')],
  ['with Connection: close', () => http10('Connection: close\r\n')],
])('HTTP/1.0 %s: one response, then the connection is closed', async (_name, text) => {
  const response = await sendRaw(gateway.port, text())
  expect(response.status).toBe(200)
  expect(response.body).toBe('{"ok":true}')
  expect(response.head).toMatch(/^connection: close\r$/im)
})

test('HTTP/1.0 with keep-alive: the connection stays open until the client closes it', async () => {
  const responses = responsesIn(await sendRaw(gateway.port, http10('Connection: keep-alive\r\n'), http10()))
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(responses[0]!.head).toMatch(/^connection: keep-alive\r$/im)
})

test('HTTP/1.0 gets no chunks: a response of unknown length ends with the connection', async () => {
  gateway.upstream.respond = (_request, response) => {
    response.write('one')
    setImmediate(() => response.end('two'))
  }
  const response = await sendRaw(gateway.port, http10('Connection: keep-alive\r\n'))
  expect(response.body).toBe('onetwo')
  expect(response.head).not.toMatch(/transfer-encoding/i)
  expect(response.head).toMatch(/^connection: close\r$/im)
})

test('HTTP/1.0 with a body and its Content-Length', async () => {
  const text = `POST /api/v1/jobs HTTP/1.0\r\n${key}Content-Length: 2\r\n\r\n{}`
  expect((await sendRaw(gateway.port, text)).status).toBe(200)
  expect(gateway.upstream.requests[0]!.body.toString()).toBe('{}')
})

test.each([
  [
    'HTTP/1.0 with chunks',
    () => `POST /api/v1/jobs HTTP/1.0\r\n${key}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['HTTP/1.0 with two Hosts', () => http10('Host: a\r\nHost: b\r\n')],
  ['HTTP/0.9', () => 'GET /api/v1/jobs\r\n\r\n'],
  ['HTTP/0.9 with headers', () => http10('Host: a\r\n').replace('1.0', '0.9')],
  ['HTTP/1.2', () => http10('Host: a\r\n').replace('1.0', '1.2')],
  ['HTTP/2.0 in an HTTP/1 request line', () => http10('Host: a\r\n').replace('1.0', '2.0')],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['http/1.1 in lower case', () => http10('Host: a\r\n').replace('HTTP/1.0', 'http/1.1')],
  ['a method in lower case', () => http10('Host: a\r\n').replace('GET', 'get')],
  ['the ClientHello of TLS', () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x9f'.repeat(500)}`],
  ['the greeting of another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['noise', () => '\x00\xff\x80'.repeat(1_000)],
])('400 and closed, nothing forwarded: %s', async (_name, text) => {
  const response = await sendRaw(gateway.port, text())
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body)).toEqual({ code: 'invalid_request', message: expect.any(String) })
  expect(response.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(response.head).toMatch(/^connection: close\r$/im)
  expect(gateway.upstream.started).toEqual([])
})

test('a TLS client on the plain port fails at once', async () => {
  const socket = connectTls({ port: gateway.port, host: '127.0.0.1', rejectUnauthorized: false })
  const failure = await new Promise<Error>((resolve) => socket.once('error', resolve))
  expect(failure).toMatchObject({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
})
