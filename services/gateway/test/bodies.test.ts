import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBody, streamBody } from '../src/http/body.ts'
import { ClientGone } from '../src/http/failure.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
import { sendRaw } from './support/raw.ts'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

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

test('408: over the memory budget the key with the most bytes loses its oldest bodies; the older body of another key and of an operator arrive (P-32)', async () => {
  const statuses: string[] = []
  const honest = await openSocket()
  const rest = Buffer.alloc(MAX_BODY_BYTES - 100_000, ' ')
  const head = post(`Content-Length: ${MAX_BODY_BYTES}`, gateway.recruiter)
  await sendAll(honest, Buffer.concat([Buffer.from(head), Buffer.alloc(100_000, ' ')]))
  const operator = connect(Number(new URL(gateway.adminUrl).port), '127.0.0.1')
  sockets.push(operator)
  const adminHead = post(`Content-Length: ${MAX_BODY_BYTES}`, ADMIN_TOKEN).replace(
    '/api/v1/jobs',
    '/admin/v1/employers',
  )
  await sendAll(operator, Buffer.concat([Buffer.from(adminHead), Buffer.alloc(100_000, ' ')]))
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
  for (const socket of [honest, operator]) {
    socket.write(rest)
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1.1 200 /)
  }
})

test('400: a body in more than 16384 chunks', async () => {
  const start = post('Transfer-Encoding: chunked', gateway.recruiter)
  const response = await sendRaw(gateway.port, start, '1\r\na\r\n'.repeat(16_385))
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body).message).toMatch(/more than 16384 chunks; send it with a Content-Length/)
  expect(gateway.upstream.started).toEqual([])
})

test('a body in 16384 chunks of one byte arrives whole', async () => {
  const socket = await openSocket()
  const start = post('Transfer-Encoding: chunked', gateway.recruiter)
  const chunks = Buffer.from(start + '1\r\na\r\n'.repeat(16_384))
  await sendAll(socket, chunks)
  await sendAll(socket, '0\r\n\r\n')
  await eventually('the body arrives', async () => gateway.upstream.requests[0]?.body.length === 16_384)
})

test('a client that resets its connection within its body: nothing is logged as an error, no response is begun', async () => {
  const lines: string[] = []
  const log = openLog('gateway', 'debug', { write: (line) => void lines.push(line) })
  const listener = await startListener(async (context) => void (await readBody(context, MAX_BODY_BYTES)), log)
  const socket = connect(listener.port, '127.0.0.1')
  await sendAll(socket, `${post('Content-Length: 1000', 'any')}${'x'.repeat(500)}`)
  // Sent later, so the gateway has begun to read the body.
  expect((await sendRaw(listener.port, 'nonsense\r\n\r\n')).status).toBe(400)
  socket.resetAndDestroy()
  await eventually('the request is logged', async () => lines.some((line) => line.includes('"request"')))
  await setImmediate()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'info', status: 0 }),
  ])
  await listener.stop()
})

test('400: a streamed body breaks off when its request is refused half-way', async () => {
  const bodies: ReturnType<typeof streamBody>[] = []
  const listener = await startListener(
    async (context) => void bodies.push(streamBody(context, MAX_BODY_BYTES)),
  )
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
  const results: unknown[] = []
  const listener = await startListener(async (context) => {
    // As long as looking up a key takes.
    await setImmediate()
    try {
      results.push(streamBody(context, MAX_BODY_BYTES))
    } catch (error) {
      results.push(error)
    }
  })
  const response = await sendRaw(listener.port, `${post('Transfer-Encoding: chunked', 'any')}garbage\r\n`)
  expect(response.status).toBe(400)
  expect(results).toEqual([expect.any(ClientGone)])
  await listener.stop()
})
