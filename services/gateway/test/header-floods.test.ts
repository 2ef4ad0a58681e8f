import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answersIn, exchangeRaw } from './support/raw.ts'
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
  arena.world.begun.length = 0
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
  const answers = answersIn(await exchangeRaw(arena.port, text(headers()) + text([key])))
  expect(answers.map(({ status }) => status)).toEqual([431])
  expect(JSON.parse(answers[0]!.body)).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(/headers/),
  })
  expect(answers[0]!.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(answers[0]!.head).toMatch(/^connection: close\r$/im)
  expect(arena.world.begun).toEqual([])
})

test('200: of 100 headers the last one counts like the first: a key, a length, a second key', async () => {
  const post = (last: string) =>
    text(['Connection: close', ...many(96), key, last], 'POST /api/v1/jobs HTTP/1.1', '{}')
  const [whole] = answersIn(await exchangeRaw(arena.port, post('Content-Length: 2')))
  expect(whole?.status).toBe(200)
  expect(arena.world.seen[0]?.body.toString()).toBe('{}')
  const [two] = answersIn(await exchangeRaw(arena.port, post('Authorization: Bearer other')))
  expect(two?.status).toBe(401)
})

test('400: a target of more than 8 KB', async () => {
  const long = `GET /api/v1/jobs?a=${'b'.repeat(8_192)} HTTP/1.1`
  expect((await exchangeRaw(arena.port, text([key], long))).status).toBe(400)
  expect(arena.world.begun).toEqual([])
})

test.each([
  ['431', 'headers without end', () => text([key, 'X-Long: ']).slice(0, -4)],
  ['400', 'what is no HTTP', () => '\0'],
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
])('%s reaches a client that goes on sending: %s', async (status, _name, start) => {
  const answer = await exchangeRaw(arena.port, start(), 'a'.repeat(8_000_000))
  expect(answer.status).toBe(Number(status))
  expect(JSON.parse(answer.body).code).toBe('invalid_request')
})
