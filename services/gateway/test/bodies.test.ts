import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ClientGone, takeBody } from '../src/http/body.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
import { exchangeRaw } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
const sockets: Socket[] = []
beforeAll(async () => {
  arena = await startArena({ env: { REQUEST_TIMEOUT_MS: '300000' } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
  arena.world.begun.length = 0
  arena.world.answer = (_request, response) => sendJson(response, 200, { ok: true })
})

const post = (length: string, key: string) =>
  `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${length}\r\n\r\n`
const newKey = async () => (await arena.accounts.mint()).apiKey

/** A connection on which a test sends as much of a request as it likes. */
async function open(): Promise<Socket> {
  const socket = connect(arena.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const sendAll = (socket: Socket, data: string | Buffer) =>
  new Promise<void>((resolve) => socket.write(data, () => resolve()))

test('200: ordinary requests to a service while two hundred good calls send it slow bodies', async () => {
  for (let i = 0; i < 4; i++) {
    const slow = `${post('Transfer-Encoding: chunked', await newKey())}1\r\na\r\n`
    for (let j = 0; j < 50; j++) await sendAll(await open(), slow)
  }
  for (let i = 0; i < 20; i++) expect((await arena.api(arena.recruiter).get('/api/v1/jobs')).status).toBe(200)
  expect(arena.world.begun).toHaveLength(20)
})

test('408: large bodies that come slowly make room for the next one, the oldest first', async () => {
  const statuses: string[] = []
  const slow = post(`Content-Length: ${MAX_BODY_BYTES}`, await newKey())
  const almost = Buffer.alloc(MAX_BODY_BYTES - 1)
  for (let i = 0; i < 70; i++) {
    const socket = await open()
    socket.once('data', (answer) => statuses.push(`${i} ${String(answer).split(' ')[1]}`))
    await sendAll(socket, slow)
    await sendAll(socket, almost)
  }
  await eventually('the first ones are given up', async () => statuses.length >= 5)
  const next = JSON.stringify({ text: 'x'.repeat(1_000_000) })
  expect((await arena.api(arena.recruiter).post('/api/v1/jobs', next)).status).toBe(200)
  expect(statuses.slice(0, 5)).toEqual(['0 408', '1 408', '2 408', '3 408', '4 408'])
  expect(statuses.length).toBeLessThan(10)
  expect(arena.world.begun).toHaveLength(1)
})

test('a body in pieces of one byte arrives whole, and costs no hundreds of bytes for each of them', async () => {
  const socket = await open()
  const start = post('Transfer-Encoding: chunked', arena.recruiter)
  const pieces = Buffer.from(start + '1\r\na\r\n'.repeat(MAX_BODY_BYTES))
  const before = process.memoryUsage().heapUsed
  await sendAll(socket, pieces)
  // It is answered behind all of that.
  await client(arena.url).get('/healthz/live')
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  await sendAll(socket, '0\r\n\r\n')
  await eventually('it arrives', async () => arena.world.seen[0]?.body.length === MAX_BODY_BYTES)
})

test('a body that is passed on as it comes breaks off when its request is refused half-way', async () => {
  const bodies: Awaited<ReturnType<typeof takeBody>>[] = []
  const listener = await startListener(async ({ request }) => {
    bodies.push(await takeBody(request, Number.POSITIVE_INFINITY))
  })
  const socket = connect(listener.port, '127.0.0.1')
  await sendAll(socket, `${post('Transfer-Encoding: chunked', 'any')}1\r\na\r\n`)
  await eventually('it is taken', async () => bodies.length === 1)
  socket.write('garbage\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /)
  await eventually('it has broken off', async () => (bodies[0] as Readable).errored instanceof ClientGone)
  await listener.stop()
})

test('a body is not taken any more when its request has been refused', async () => {
  const outcomes: unknown[] = []
  const listener = await startListener(async ({ request }) => {
    // As long as it takes to look a key up.
    await setImmediate()
    outcomes.push(await takeBody(request, Number.POSITIVE_INFINITY).catch((error) => error))
  })
  const answer = await exchangeRaw(listener.port, `${post('Transfer-Encoding: chunked', 'any')}garbage\r\n`)
  expect(answer.status).toBe(400)
  expect(outcomes).toEqual([expect.any(ClientGone)])
  await listener.stop()
})
