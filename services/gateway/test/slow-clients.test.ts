import { connect, type Socket } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { requestText, sendSlowly } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let strict: TestGateway
let tolerant: TestGateway
const sockets: Socket[] = []
beforeAll(async () => {
  const short = { HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600', SILENCE_TIMEOUT_MS: '1000' }
  const long = { HEADERS_TIMEOUT_MS: '300000', REQUEST_TIMEOUT_MS: '300000', SILENCE_TIMEOUT_MS: '300000' }
  strict = await startTestGateway({ env: short })
  tolerant = await startTestGateway({ accounts: strict.accounts, env: long })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await tolerant.stop()
  await strict.stop()
})
beforeEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { upstream } of [strict, tolerant]) {
    for (const list of [upstream.requests, upstream.started, upstream.aborted]) list.length = 0
    upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
  }
})

const head = (line: string, key: string) => `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
const get = () => head('GET /api/v1/jobs', strict.recruiter)
const post = (length: string, key = strict.recruiter) => `${head('POST /api/v1/jobs', key)}${length}\r\n\r\n`

/** Opens a connection that sends this text, then nothing, and never reads. */
function hang(gateway: TestGateway, text: string): Socket {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
  socket.write(text)
  sockets.push(socket)
  return socket
}

const inFlight = () => readMetric(strict, 'gateway_upstream_in_flight{service="jobs"}')

const tooSlow: [what: string, texts: () => [start: string, piece: string]][] = [
  ['nothing at all', () => ['', '']],
  ['a request line', () => ['GET /api/v1/jobs?', 'a']],
  ['a header', () => [`${get()}X-Slow: `, 'a']],
  ['one header after the other', () => [get(), 'a: b\r\n']],
  ['a body', () => [post('Content-Length: 1000'), 'a']],
  ['the end of a body', () => [post('Content-Length: 100000') + 'a'.repeat(99_000), 'a']],
  ['a body in chunks', () => [post('Transfer-Encoding: chunked'), '1\r\na\r\n']],
  ['nothing of a body', () => [post('Content-Length: 1000'), '']],
]
test('408 and closed: what arrives too slowly, at any place of a request; the service receives nothing', async () => {
  await Promise.all(
    tooSlow.map(async ([what, texts]) => {
      const response = await sendSlowly(strict.port, ...texts())
      expect(response.status, what).toBe(408)
      expect(JSON.parse(response.body), what).toEqual({
        code: 'invalid_request',
        message: expect.stringMatching(/in time/),
      })
      expect(response.head, what).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
      expect(response.head, what).toMatch(/^connection: close\r$/im)
    }),
  )
  expect(strict.upstream.started).toEqual([])
  expect(await inFlight()).toBe(0)
})

test('401: a request answered before its slow body has arrived gets no second response at the deadline', async () => {
  const response = await sendSlowly(strict.port, post('Content-Length: 100000', 'nobody'), 'a')
  expect(response.status).toBe(401)
  expect(response.body).toBe('')
})

test('a client that does not read slows its service down, and is disconnected after SILENCE_TIMEOUT_MS', async () => {
  const total = 400 * 1_048_576
  let written = 0
  let isCut = false
  strict.upstream.respond = (_request, response) => {
    response.once('close', () => (isCut = true))
    const writeMore = () => {
      while (written < total) {
        written += 65_536
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', writeMore)
      }
      response.end()
    }
    writeMore()
  }
  hang(strict, requestText('GET /api/v1/jobs', [`Authorization: Bearer ${strict.recruiter}`]))
  await eventually('the service is cut off', async () => isCut)
  // Little more than the kernel buffers on the way.
  expect(written).toBeLessThan(total / 8)
  await eventually('nothing is in flight', async () => (await inFlight()) === 0)
})

test('200: ordinary requests beside a thousand hanging connections', async () => {
  const closed: string[] = []
  const slow = [
    '',
    'GET /api/v1/jo',
    'GET /api/v1/jobs HTTP/1.1\r\nHost: a\r\nX-Slow: a',
    post('Content-Length: 9', 'nobody'),
  ]
  for (let i = 0; i < 1_000; i++)
    hang(tolerant, slow[i % slow.length]!).once('close', () => closed.push(`${i}`))
  await eventually('all are connected', async () => sockets.every(({ connecting }) => !connecting))
  for (let i = 0; i < 20; i++)
    expect((await tolerant.api(tolerant.recruiter).get('/api/v1/jobs')).status).toBe(200)
  expect(closed).toEqual([])
})
