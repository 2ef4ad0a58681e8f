import { connect, type Socket } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { requestText, trickle } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let quick: Arena
let patient: Arena
const sockets: Socket[] = []
beforeAll(async () => {
  const soon = { HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600', SILENCE_TIMEOUT_MS: '1000' }
  const never = { HEADERS_TIMEOUT_MS: '300000', REQUEST_TIMEOUT_MS: '300000', SILENCE_TIMEOUT_MS: '300000' }
  quick = await startArena({ env: soon })
  patient = await startArena({ env: never })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await quick.stop()
  await patient.stop()
})
beforeEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { world } of [quick, patient]) {
    for (const list of [world.seen, world.begun, world.brokenOff]) list.length = 0
    world.answer = (_request, response) => sendJson(response, 200, { ok: true })
  }
})

const head = (line: string, key: string) => `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
const get = () => head('GET /api/v1/jobs', quick.recruiter)
const post = (length: string, key = quick.recruiter) => `${head('POST /api/v1/jobs', key)}${length}\r\n\r\n`

/** A connection that sends this and then nothing, and never reads. */
function hang(arena: Arena, text: string): Socket {
  const socket = connect(arena.port, '127.0.0.1').on('error', () => {})
  socket.write(text)
  sockets.push(socket)
  return socket
}

async function inFlight(): Promise<string | undefined> {
  const metrics = await (await fetch(`${quick.adminUrl}/metrics`)).text()
  return /^gateway_upstream_in_flight\{service="jobs"\} (\d+)$/m.exec(metrics)?.[1]
}

test.each([
  ['nothing at all', () => ['', '']],
  ['a request line', () => ['GET /api/v1/jobs?', 'a']],
  ['a header', () => [`${get()}X-Slow: `, 'a']],
  ['one header after the other', () => [get(), 'a: b\r\n']],
  ['a body', () => [post('Content-Length: 1000'), 'a']],
  ['the end of a body', () => [post('Content-Length: 100000') + 'a'.repeat(99_000), 'a']],
  ['a body in chunks', () => [post('Transfer-Encoding: chunked'), '1\r\na\r\n']],
  ['nothing of a body', () => [post('Content-Length: 1000'), '']],
])('408 and closed: %s comes too slowly, and no service hears of it', async (_name, texts) => {
  const [start = '', piece = ''] = texts()
  const answer = await trickle(quick.port, start, piece)
  expect(answer.status).toBe(408)
  expect(JSON.parse(answer.body)).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(/in time/),
  })
  expect(answer.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(answer.head).toMatch(/^connection: close\r$/im)
  expect(quick.world.begun).toEqual([])
  expect(await inFlight()).toBe('0')
})

test('what is answered before its slow body has come is answered once: the deadline only closes', async () => {
  const answer = await trickle(quick.port, post('Content-Length: 100000', 'nobody'), 'a')
  expect(answer.status).toBe(401)
  expect(answer.body).toBe('')
})

test('a client that does not read stops the service too, and is closed after the silence', async () => {
  const total = 400 * 1_048_576
  let written = 0
  let isCut = false
  quick.world.answer = (_request, response) => {
    response.once('close', () => (isCut = true))
    const more = () => {
      while (written < total) {
        written += 65_536
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  hang(quick, requestText('GET /api/v1/jobs', [`Authorization: Bearer ${quick.recruiter}`]))
  await eventually('the service is cut off', async () => isCut)
  // What the kernel buffers on the way, and little more.
  expect(written).toBeLessThan(total / 8)
  await eventually('nothing is in flight', async () => (await inFlight()) === '0')
})

test('200: ordinary requests while a thousand slow connections hang', async () => {
  const closed: string[] = []
  const slow = [
    '',
    'GET /api/v1/jo',
    'GET /api/v1/jobs HTTP/1.1\r\nHost: a\r\nX-Slow: a',
    post('Content-Length: 9', 'nobody'),
  ]
  for (let i = 0; i < 1_000; i++)
    hang(patient, slow[i % slow.length]!).once('close', () => closed.push(`${i}`))
  await eventually('all are there', async () => sockets.every(({ connecting }) => !connecting))
  for (let i = 0; i < 20; i++)
    expect((await patient.api(patient.recruiter).get('/api/v1/jobs')).status).toBe(200)
  expect(closed).toEqual([])
})
