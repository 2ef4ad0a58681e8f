import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { answersIn, exchangeRaw } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
let key: string
beforeAll(async () => {
  arena = await startArena()
  key = `Authorization: Bearer ${arena.recruiter}\r\n`
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
  arena.world.begun.length = 0
  arena.world.answer = (_request, response) => sendJson(response, 200, { ok: true })
})

const old = (headers = '') => `GET /api/v1/jobs HTTP/1.0\r\n${key}${headers}\r\n`

test.each([
  ['without Host', () => old()],
  ['with Host', () => old('Host: a\r\n')],
  ['with Connection: close', () => old('Connection: close\r\n')],
])('HTTP/1.0 %s: one answer, then the connection is closed', async (_name, text) => {
  const answer = await exchangeRaw(arena.port, text())
  expect(answer.status).toBe(200)
  expect(answer.body).toBe('{"ok":true}')
  expect(answer.head).toMatch(/^connection: close\r$/im)
})

test('HTTP/1.0 with keep-alive: the connection serves on until the client ends it', async () => {
  const answers = answersIn(await exchangeRaw(arena.port, old('Connection: keep-alive\r\n'), old()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]!.head).toMatch(/^connection: keep-alive\r$/im)
})

test('HTTP/1.0 gets no chunks: an answer of unknown length ends with the connection', async () => {
  arena.world.answer = (_request, response) => {
    response.write('one')
    setImmediate(() => response.end('two'))
  }
  const answer = await exchangeRaw(arena.port, old('Connection: keep-alive\r\n'))
  expect(answer.body).toBe('onetwo')
  expect(answer.head).not.toMatch(/transfer-encoding/i)
  expect(answer.head).toMatch(/^connection: close\r$/im)
})

test('HTTP/1.0 brings a body by its Content-Length', async () => {
  const text = `POST /api/v1/jobs HTTP/1.0\r\n${key}Content-Length: 2\r\n\r\n{}`
  expect((await exchangeRaw(arena.port, text)).status).toBe(200)
  expect(arena.world.seen[0]!.body.toString()).toBe('{}')
})

test.each([
  [
    'HTTP/1.0 with chunks',
    () => `POST /api/v1/jobs HTTP/1.0\r\n${key}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['HTTP/1.0 with two Hosts', () => old('Host: a\r\nHost: b\r\n')],
  ['HTTP/0.9', () => 'GET /api/v1/jobs\r\n\r\n'],
  ['HTTP/0.9 with headers', () => old('Host: a\r\n').replace('1.0', '0.9')],
  ['HTTP/1.2', () => old('Host: a\r\n').replace('1.0', '1.2')],
  ['HTTP/2.0 in HTTP/1 clothes', () => old('Host: a\r\n').replace('1.0', '2.0')],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['http/1.1 in small letters', () => old('Host: a\r\n').replace('HTTP/1.0', 'http/1.1')],
  ['a method in small letters', () => old('Host: a\r\n').replace('GET', 'get')],
  ['the ClientHello of TLS', () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x9f'.repeat(500)}`],
  ['the greeting of another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['noise', () => '\x00\xff\x80'.repeat(1_000)],
])('400 and closed, nothing forwarded: %s', async (_name, text) => {
  const answer = await exchangeRaw(arena.port, text())
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body)).toEqual({ code: 'invalid_request', message: expect.any(String) })
  expect(answer.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(answer.head).toMatch(/^connection: close\r$/im)
  expect(arena.world.begun).toEqual([])
})

test('a TLS client on the plain port fails at once', async () => {
  const socket = connectTls({ port: arena.port, host: '127.0.0.1', rejectUnauthorized: false })
  const failure = await new Promise<Error>((resolve) => socket.once('error', resolve))
  expect(failure).toMatchObject({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
})
