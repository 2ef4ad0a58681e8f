import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { streamBody } from '../src/http/body.ts'
import { ClientGone } from '../src/http/failure.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
import { sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
const sockets: Socket[] = []
beforeAll(async () => {
  gateway = await startTestGateway({ env: { REQUEST_TIMEOUT_MS: '300000' } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.started.length = 0
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
})

const post = (length: string, key: string) =>
  `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${length}\r\n\r\n`
const newKey = async () => (await gateway.accounts.mint()).apiKey

/** A connection on which a test sends part of a request. */
async function openSocket(): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const sendAll = (socket: Socket, data: string | Buffer) =>
  new Promise<void>((resolve) => socket.write(data, () => resolve()))

test('200: ordinary requests while two hundred authenticated clients send slow bodies (P-32)', async () => {
  for (let i = 0; i < 4; i++) {
    const slow = `${post('Transfer-Encoding: chunked', await newKey())}1\r\na\r\n`
    for (let j = 0; j < 50; j++) await sendAll(await openSocket(), slow)
  }
  for (let i = 0; i < 20; i++)
    expect((await gateway.api(gateway.recruiter).get('/api/v1/jobs')).status).toBe(200)
  expect(gateway.upstream.started).toHaveLength(20)
})

test('408: over the memory budget the oldest slow bodies are given up, and the next one is accepted (P-32)', async () => {
  const statuses: string[] = []
  const slow = post(`Content-Length: ${MAX_BODY_BYTES}`, await newKey())
  const almost = Buffer.alloc(MAX_BODY_BYTES - 1)
  for (let i = 0; i < 70; i++) {
    const socket = await openSocket()
    socket.once('data', (response) => statuses.push(`${i} ${String(response).split(' ')[1]}`))
    await sendAll(socket, slow)
    await sendAll(socket, almost)
  }
  await eventually('the oldest bodies are given up', async () => statuses.length >= 5)
  const next = JSON.stringify({ text: 'x'.repeat(1_000_000) })
  expect((await gateway.api(gateway.recruiter).post('/api/v1/jobs', next)).status).toBe(200)
  expect(statuses.slice(0, 5)).toEqual(['0 408', '1 408', '2 408', '3 408', '4 408'])
  expect(statuses.length).toBeLessThan(10)
  expect(gateway.upstream.started).toHaveLength(1)
})

test('a body in chunks of one byte arrives whole and costs less than 100 bytes of memory per chunk', async () => {
  const socket = await openSocket()
  const start = post('Transfer-Encoding: chunked', gateway.recruiter)
  const chunks = Buffer.from(start + '1\r\na\r\n'.repeat(MAX_BODY_BYTES))
  const before = process.memoryUsage().heapUsed
  await sendAll(socket, chunks)
  // Once this is answered the gateway has read the chunks.
  await client(gateway.url).get('/healthz/live')
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  await sendAll(socket, '0\r\n\r\n')
  await eventually(
    'the body arrives',
    async () => gateway.upstream.requests[0]?.body.length === MAX_BODY_BYTES,
  )
})

test('400: a streamed body breaks off when its request is refused half-way', async () => {
  const bodies: ReturnType<typeof streamBody>[] = []
  const listener = await startListener(async (context) => void bodies.push(streamBody(context)))
  const socket = connect(listener.port, '127.0.0.1')
  await sendAll(socket, `${post('Transfer-Encoding: chunked', 'any')}1\r\na\r\n`)
  await eventually('the body is streamed', async () => bodies.length === 1)
  socket.write('garbage\r\n')
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.1 400 /)
  await eventually('the stream has failed', async () => bodies[0]?.errored instanceof ClientGone)
  await listener.stop()
})

test('400: the body of a refused request is not read any more', async () => {
  const outcomes: unknown[] = []
  const listener = await startListener(async (context) => {
    // As long as looking up a key takes.
    await setImmediate()
    try {
      outcomes.push(streamBody(context))
    } catch (error) {
      outcomes.push(error)
    }
  })
  const response = await sendRaw(listener.port, `${post('Transfer-Encoding: chunked', 'any')}garbage\r\n`)
  expect(response.status).toBe(400)
  expect(outcomes).toEqual([expect.any(ClientGone)])
  await listener.stop()
})
