import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
import { responsesIn, sendRaw, sendSlowly } from './support/raw.ts'
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
  gateway.upstream.respond = (request, response) => sendJson(response, 200, { url: request.url })
})

const get = (path: string, headers = key) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const post = (body: string, headers = key) =>
  `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
const close = () => `${key}Connection: close\r\n`
const sendAll = async (...parts: string[]) => responsesIn(await sendRaw(gateway.port, ...parts))
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status)

test('401 and closed: neither the body of a refused request nor what follows it is served (P-51)', async () => {
  const inside = get('/api/v1/jobs/666')
  const responses = await sendAll(post(inside, ''), get('/api/v1/jobs/1', close()))
  expect(statuses(responses)).toEqual([401])
  expect(responses[0]!.head).toMatch(/^connection: close\r$/im)
  expect(gateway.upstream.started).toEqual([])
})

test.each([
  ['401', '/api/v1/jobs', 401],
  ['404', '/api/v1/nothing', 404],
  ['200', '/healthz/live', 200],
])(
  '%s twice, then closed: of 2000 requests without a key in one write three are read (P-51)',
  async (_status, path, status) => {
    let read = 0
    const count = () => void read++
    subscribe('http.server.request.start', count)
    const responses = await sendAll(get(path, '').repeat(2_000))
    unsubscribe('http.server.request.start', count)
    expect(statuses(responses)).toEqual([status, status])
    expect(responses.map(({ head }) => /^connection: close\r$/im.test(head))).toEqual([false, true])
    expect(read).toBeLessThanOrEqual(3)
  },
)

test('401: a client without a key that waits for each response keeps its connection (P-51)', async () => {
  const socket = connect(gateway.port, '127.0.0.1')
  for (let i = 0; i < 5; i++) {
    socket.write(get('/api/v1/jobs', ''))
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\nconnection: keep-alive\r\n/i)
  }
  socket.destroy()
})

test('401: a browser that sends a body of 1 MB without a key reads its response (P-51)', async () => {
  for (let i = 0; i < 10; i++) {
    const response = await fetch(`${gateway.url}/api/v1/jobs`, {
      method: 'POST',
      body: 'x'.repeat(1_000_000),
    })
    expect(response.status).toBe(401)
    expect(await response.text()).toBe('')
  }
})

test('401 and closed: a client that continues its chunks is disconnected, and they are not parsed (P-51)', async () => {
  const start = 'POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const response = await sendSlowly(gateway.port, start, '1\r\na\r\n'.repeat(1_000))
  expect(response.status).toBe(401)
  expect(response.head).toMatch(/^connection: close\r$/im)
})

test('a request begins when the response before it on its connection is out', async () => {
  const held: (() => void)[] = []
  gateway.upstream.respond = (_request, response) => void held.push(() => sendJson(response, 200, {}))
  const running = sendAll(get('/api/v1/jobs/1') + get('/api/v1/jobs/2', close()))
  await eventually('the first request arrives', async () => held.length === 1)
  await fetch(`${gateway.url}/healthz/live`)
  expect(gateway.upstream.started).toEqual(['/api/v1/jobs/1'])
  held[0]!()
  await eventually('the second request arrives', async () => held.length === 2)
  held[1]!()
  expect(statuses(await running)).toEqual([200, 200])
})

test('a 401 to the first of two requests: the second one, with a key, is not served', async () => {
  const unknown = `Authorization: Bearer ${mintKey('recruiter')}\r\n`
  const responses = await sendAll(get('/api/v1/jobs/1', unknown) + get('/api/v1/jobs/2', close()))
  expect(statuses(responses)).toEqual([401])
  expect(gateway.upstream.started).toEqual([])
})

test('of 300 pipelined requests with a key the first 128 are answered, the last of them closes (P-51)', async () => {
  const fresh = `Authorization: Bearer ${(await gateway.accounts.mint()).apiKey}\r\n`
  const responses = await sendAll(get('/api/v1/jobs', fresh).repeat(300))
  expect(responses).toHaveLength(128)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(responses.filter(({ head }) => /^connection: close\r$/im.test(head))).toEqual([responses.at(-1)])
  expect(gateway.upstream.started).toHaveLength(100)
})

test('400: requests behind an ambiguous request are neither answered nor forwarded', async () => {
  const responses = await sendAll(get('/api/v1/jobs/../x') + post('{}') + get('/api/v1/jobs/666'))
  expect(statuses(responses)).toEqual([400])
  expect(responses[0]!.head).toMatch(/^connection: close\r$/im)
  await sendAll(get('/api/v1/jobs/1', close()))
  expect(gateway.upstream.started).toEqual(['/api/v1/jobs/1'])
})

test.each([
  ['garbage', 'garbage\r\n\r\n', 400],
  ['an invalid Content-Length', get('/x', 'Content-Length: 1, 1\r\n'), 400],
  ['too many headers', get('/x', `X: ${'a'.repeat(20_000)}\r\n`), 431],
])(
  'the response in flight is sent first and whole when %s follows its request',
  async (_name, bad, status) => {
    let release = () => {}
    gateway.upstream.respond = (_request, response) => {
      release = () => sendJson(response, 200, { late: 'x'.repeat(100_000) })
    }
    const running = sendAll(post('{}') + bad)
    await eventually('the first request arrives', async () => gateway.upstream.requests.length === 1)
    // Once this is answered the gateway has read the rest too.
    await fetch(`${gateway.url}/healthz/live`)
    release()
    const responses = await running
    expect(statuses(responses)).toEqual([200, status])
    expect(JSON.parse(responses[0]!.body).late).toHaveLength(100_000)
    expect(JSON.parse(responses[1]!.body).code).toBe('invalid_request')
  },
)

test('200: bytes behind a request with Connection: close are ignored', async () => {
  const responses = await sendAll(post('{}', close()) + get('/api/v1/jobs/666'))
  expect(statuses(responses)).toEqual([200])
  expect(gateway.upstream.started).toEqual(['/api/v1/jobs'])
})

test('a hundred pipelined requests are answered in order', async () => {
  const fresh = `Authorization: Bearer ${(await gateway.accounts.mint()).apiKey}\r\n`
  const paths = Array.from({ length: 100 }, (_, id) => `/api/v1/jobs/${id + 1}`)
  const texts = paths.map((path, at) => get(path, at === 99 ? `${fresh}Connection: close\r\n` : fresh))
  const responses = await sendAll(texts.join(''))
  expect(responses.map(({ body }) => JSON.parse(body).url)).toEqual(paths)
})

test('a request behind a response that closes the connection is never served', async () => {
  const served: string[] = []
  const listener = await startListener(async ({ target, response }) => {
    served.push(target.url)
    response.shouldKeepAlive = false
    response.writeHead(200, { 'content-length': '0' })
    setImmediate(() => response.end())
  })
  const responses = responsesIn(await sendRaw(listener.port, get('/1') + get('/2') + get('/3')))
  expect(statuses(responses)).toEqual([200])
  expect(served).toEqual(['/1'])
  await listener.stop()
})

test('a malformed body after the response has begun: the connection is cut, and no second response is sent', async () => {
  const listener = await startListener(async ({ response }) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('part')
  })
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
    if (response.endsWith('part')) socket.write('garbage\r\n')
  })
  await once(socket, 'close')
  expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n[^{]*\r\n\r\npart$/)
  await listener.stop()
})
