import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { responsesIn, sendRaw } from './support/raw.ts'
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
  gateway.upstream.started.length = 0
})

const many = (count: number) => Array.from({ length: count }, (_, id) => `a${id}: b`)
const text = (headers: string[], line = 'GET /api/v1/jobs HTTP/1.1', body = '') =>
  `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n${body}`

test.each([
  ['one header of 50 KB', () => [key, `X-Long: ${'a'.repeat(50_000)}`]],
  ['a key of 50 KB', () => [`Authorization: Bearer ${'a'.repeat(50_000)}`]],
  ['50 KB of headers', () => [key, ...Array.from({ length: 50 }, () => `X-Long: ${'a'.repeat(1_000)}`)]],
  ['a header name of 50 KB', () => [key, `${'a'.repeat(50_000)}: b`]],
  ['101 headers', () => [key, ...many(99)]],
  ['900 headers and the key after them', () => [...many(900), key]],
  ['1100 headers and the key after them', () => [...many(1_100), key]],
])('431 and closed, nothing forwarded: %s', async (_name, headers) => {
  const responses = responsesIn(await sendRaw(gateway.port, text(headers()) + text([key])))
  expect(responses.map(({ status }) => status)).toEqual([431])
  expect(JSON.parse(responses[0]!.body)).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(/headers/),
  })
  expect(responses[0]!.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(responses[0]!.head).toMatch(/^connection: close\r$/im)
  expect(gateway.upstream.started).toEqual([])
})

test('200: the last of 100 headers is read like the first: a key, a Content-Length, a second key', async () => {
  const post = (last: string) =>
    text(['Connection: close', ...many(96), key, last], 'POST /api/v1/jobs HTTP/1.1', '{}')
  const [complete] = responsesIn(await sendRaw(gateway.port, post('Content-Length: 2')))
  expect(complete?.status).toBe(200)
  expect(gateway.upstream.requests[0]?.body.toString()).toBe('{}')
  const [twoKeys] = responsesIn(await sendRaw(gateway.port, post('Authorization: Bearer other')))
  expect(twoKeys?.status).toBe(401)
})

test('400: a target of more than 8 KB', async () => {
  const long = `GET /api/v1/jobs?a=${'b'.repeat(8_192)} HTTP/1.1`
  expect((await sendRaw(gateway.port, text([key], long))).status).toBe(400)
  expect(gateway.upstream.started).toEqual([])
})

test.each([
  ['431', 'endless headers', () => text([key, 'X-Long: ']).slice(0, -4)],
  ['400', 'no HTTP', () => '\0'],
  [
    '400',
    'an ambiguous request',
    () => text([key, 'Host: b', 'Content-Length: 99999999'], 'POST /api/v1/jobs HTTP/1.1'),
  ],
  [
    '400',
    'a broken chunk',
    () => `${text([key, 'Transfer-Encoding: chunked'], 'POST /api/v1/jobs HTTP/1.1')}x\r\n`,
  ],
])('%s reaches a client that keeps sending: %s', async (status, _name, start) => {
  const response = await sendRaw(gateway.port, start(), 'a'.repeat(8_000_000))
  expect(response.status).toBe(Number(status))
  expect(JSON.parse(response.body).code).toBe('invalid_request')
})
