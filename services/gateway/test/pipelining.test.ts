import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
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
  arena.world.answer = (request, response) => sendJson(response, 200, { url: request.url })
})

const get = (path: string, headers = key) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const post = (body: string, headers = key) =>
  `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
const close = () => `${key}Connection: close\r\n`
const sendAll = async (...parts: string[]) => answersIn(await exchangeRaw(arena.port, ...parts))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

test('a refused request ends where its body ends: a request inside it is not served, the one behind it is', async () => {
  const inside = get('/api/v1/jobs/666')
  const answers = await sendAll(post(inside, ''), get('/api/v1/jobs/1', close()))
  expect(statuses(answers)).toEqual([401, 200])
  expect(arena.world.begun).toEqual(['/api/v1/jobs/1'])
})

test('what is sent behind a request that could be read in two ways is neither answered nor done', async () => {
  const answers = await sendAll(get('/api/v1/jobs/../x') + post('{}') + get('/api/v1/jobs/666'))
  expect(statuses(answers)).toEqual([400])
  expect(answers[0]!.head).toMatch(/^connection: close\r$/im)
  await sendAll(get('/api/v1/jobs/1', close()))
  expect(arena.world.begun).toEqual(['/api/v1/jobs/1'])
})

test.each([
  ['garbage', 'garbage\r\n\r\n', 400],
  ['a bad framing', get('/x', 'Content-Length: 1, 1\r\n'), 400],
  ['a flood of headers', get('/x', `X: ${'a'.repeat(20_000)}\r\n`), 431],
])('the answer in hand comes whole and first when %s follows it', async (_name, bad, status) => {
  let release = () => {}
  arena.world.answer = (_request, response) => {
    release = () => sendJson(response, 200, { late: 'x'.repeat(100_000) })
  }
  const running = sendAll(post('{}') + bad)
  await eventually('the first one arrives', async () => arena.world.seen.length === 1)
  // The gateway has read the rest too by the time it has answered somebody else.
  await fetch(`${arena.url}/healthz/live`)
  release()
  const answers = await running
  expect(statuses(answers)).toEqual([200, status])
  expect(JSON.parse(answers[0]!.body).late).toHaveLength(100_000)
  expect(JSON.parse(answers[1]!.body).code).toBe('invalid_request')
})

test('200: bytes behind a Connection: close are ignored, and the answer is that of the request', async () => {
  const answers = await sendAll(post('{}', close()) + get('/api/v1/jobs/666'))
  expect(statuses(answers)).toEqual([200])
  expect(arena.world.begun).toEqual(['/api/v1/jobs'])
})

test('a hundred requests at once on one connection are answered in their order', async () => {
  const fresh = `Authorization: Bearer ${(await arena.accounts.mint()).apiKey}\r\n`
  const paths = Array.from({ length: 100 }, (_, id) => `/api/v1/jobs/${id + 1}`)
  const texts = paths.map((path, at) => get(path, at === 99 ? `${fresh}Connection: close\r\n` : fresh))
  const answers = await sendAll(texts.join(''))
  expect(answers.map(({ body }) => JSON.parse(body).url)).toEqual(paths)
})

test('what is sent behind an answer that closes the connection is never done, whoever decided to close', async () => {
  const done: string[] = []
  const listener = await startListener(async ({ target, response }) => {
    done.push(target.url)
    response.shouldKeepAlive = false
    response.writeHead(200, { 'content-length': '0' })
    setImmediate(() => response.end())
  })
  const answers = answersIn(await exchangeRaw(listener.port, get('/1') + get('/2') + get('/3')))
  expect(statuses(answers)).toEqual([200])
  expect(done).toEqual(['/1'])
  await listener.stop()
})

test('an answer that has begun is not mixed with a refusal of what comes of its request', async () => {
  const listener = await startListener(async ({ response }) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('part')
  })
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
    if (answer.endsWith('part')) socket.write('garbage\r\n')
  })
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^{]*\r\n\r\npart$/)
  await listener.stop()
})
