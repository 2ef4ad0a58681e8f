import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_IN_FLIGHT } from '../src/proxy/upstream.ts'
import { sendJson } from './support/fake-upstream.ts'
import { exchangeRaw, requestText } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
  arena.world.answer = (_request, response) => sendJson(response, 200, { ok: true })
})

const headers = () => ({ authorization: `Bearer ${arena.recruiter}`, 'content-type': 'application/json' })
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('200: a call reaches its service with the signed caller of its key', async () => {
  const answer = await arena.api(arena.recruiter).get('/api/v1/jobs?page=2&status=A%20b', {
    headers: { 'if-none-match': '"1"', 'idempotency-key': 'k' },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ok: true })
  const [seen] = arena.world.seen
  expect(seen?.url).toBe('/api/v1/jobs?page=2&status=A%20b')
  expect(seen?.headers).toMatchObject({ 'if-none-match': '"1"', 'idempotency-key': 'k' })
  expect(seen?.headers.authorization).toBeUndefined()
  const [payload = ''] = String(seen?.headers['x-caller']).split('.')
  const passport = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(passport.caller).toMatchObject({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1 })
  expect(seen?.headers['x-request-id']).toBe(answer.headers.get('x-request-id'))
})

test.each([0, 1, 65_536, 65_537, MAX_BODY_BYTES])('a body of %d bytes arrives unchanged', async (size) => {
  const body = randomBytes(size)
  const answer = await request(`${arena.url}/api/v1/jobs`, { method: 'POST', headers: headers(), body })
  expect(answer.statusCode).toBe(200)
  await answer.body.dump()
  expect(hash(arena.world.seen[0]!.body)).toBe(hash(body))
  expect(arena.world.seen[0]!.headers['content-length']).toBe(String(size))
})

test('a chunked body arrives unchanged', async () => {
  const parts = Array.from({ length: 10 }, () => randomBytes(50_000))
  const answer = await request(`${arena.url}/api/v1/jobs`, {
    method: 'POST',
    headers: headers(),
    body: Readable.from(parts),
  })
  await answer.body.dump()
  expect(hash(arena.world.seen[0]!.body)).toBe(hash(Buffer.concat(parts)))
})

test('413: an announced body over 1 MiB, whose connection stays usable (D-07)', async () => {
  const body = Buffer.alloc(MAX_BODY_BYTES + 1, 'x')
  const answer = await request(`${arena.url}/api/v1/jobs`, { method: 'POST', headers: headers(), body })
  expect(answer.statusCode).toBe(413)
  expect(await answer.body.json()).toEqual({ code: 'payload_too_large', message: expect.any(String) })
  expect(arena.world.seen).toEqual([])
})

test('413: a chunked body that crosses 1 MiB on the way', async () => {
  const parts = Array.from({ length: 40 }, () => Buffer.alloc(50_000, 'x'))
  const answer = await request(`${arena.url}/api/v1/jobs`, {
    method: 'POST',
    headers: headers(),
    body: Readable.from(parts),
  })
  expect(answer.statusCode).toBe(413)
  expect(await answer.body.json()).toEqual({ code: 'payload_too_large', message: expect.any(String) })
  expect(arena.world.seen).toEqual([])
})

test.each(['', 'nobody'])(
  'after an early answer to a long body the same connection serves on %s',
  async (bad) => {
    const key = `Authorization: Bearer ${arena.recruiter}`
    const chunk = `20000\r\n${'x'.repeat(0x20000)}\r\n`
    const long = `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\n${key}${bad}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const answer = await exchangeRaw(
      arena.port,
      `${long}${chunk.repeat(12)}0\r\n\r\n`,
      requestText('GET /api/v1/jobs', [key]),
    )
    expect(answer.status).toBe(bad ? 401 : 413)
    expect(answer.body).toMatch(/HTTP\/1\.1 200 OK/)
  },
)

test('an answer of many chunks arrives whole, also to a slow reader', async () => {
  const bytes = randomBytes(5_000_000)
  arena.world.answer = (_request, response) => void response.writeHead(200).end(bytes)
  const answer = await request(`${arena.url}/api/v1/jobs`, { headers: headers() })
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) {
    chunks.push(chunk)
    await new Promise(setImmediate)
  }
  expect(hash(Buffer.concat(chunks))).toBe(hash(bytes))
})

test('503: a service that hangs up before it answers; a POST is not sent twice, a GET is', async () => {
  arena.world.answer = (incoming) => incoming.socket.destroy()
  const post = await arena.api(arena.recruiter).post('/api/v1/jobs', {})
  expect(post.status).toBe(503)
  expect(post.body).toEqual({ code: 'unavailable', message: expect.any(String) })
  expect(post.headers.get('retry-after')).toBe('1')
  expect(arena.world.seen).toHaveLength(1)
  const get = await arena.api(arena.recruiter).get('/api/v1/jobs')
  expect(get.status).toBe(503)
  expect(arena.world.seen).toHaveLength(3)
})

test('200: a GET whose service hung up once', async () => {
  let calls = 0
  arena.world.answer = (incoming, response) => {
    if (calls++ === 0) incoming.socket.destroy()
    else sendJson(response, 200, { calls })
  }
  expect((await arena.api(arena.recruiter).get('/api/v1/jobs')).body).toEqual({ calls: 2 })
})

test('a 503 of a service is passed on as it is, after one call', async () => {
  arena.world.answer = (_request, response) => sendJson(response, 503, { code: 'unavailable', message: 'x' })
  expect((await arena.api(arena.recruiter).get('/api/v1/jobs')).status).toBe(503)
  expect(arena.world.seen).toHaveLength(1)
})

test('503: a service that refuses our signature is never a 401 to the client', async () => {
  arena.world.answer = (_request, response) => void response.writeHead(401).end()
  expect((await arena.api(arena.recruiter).post('/api/v1/jobs', {})).status).toBe(503)
})

test('a service that dies within its answer cuts the connection: no answer looks whole that is not', async () => {
  arena.world.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setImmediate(() => response.destroy())
  }
  const answer = await exchangeRaw(
    arena.port,
    requestText('GET /api/v1/jobs', [`Authorization: Bearer ${arena.recruiter}`]),
  ).catch((error) => error as Error)
  if (!(answer instanceof Error)) expect(answer.body.length).toBeLessThan(100)
  arena.world.answer = (_request, response) => sendJson(response, 200, {})
  expect((await arena.api(arena.recruiter).post('/api/v1/jobs', {})).status).toBe(200)
})

test('a client that goes away cancels the call behind it', async () => {
  let isCancelled = false
  arena.world.answer = (_incoming, response) => void response.once('close', () => (isCancelled = true))
  const socket = connect(arena.port, '127.0.0.1')
  socket.write(requestText('GET /api/v1/jobs', [`Authorization: Bearer ${arena.recruiter}`]))
  await eventually('the call arrives', async () => arena.world.seen.length === 1)
  expect(isCancelled).toBe(false)
  socket.destroy()
  await eventually('the call is cancelled', async () => isCancelled)
})

test('replicas take turns, and a dead one is skipped without a failed call', async () => {
  const { startWorld } = await import('./support/fake-upstream.ts')
  const [one, two] = [await startWorld(), await startWorld()]
  const pair = await startArena({ env: { JOBS_URL: `${one.url},${two.url}` } })
  for (let i = 0; i < 4; i++) await pair.api(pair.recruiter).get('/api/v1/jobs')
  expect([one.seen.length, two.seen.length]).toEqual([2, 2])
  await two.stop()
  const answers = []
  for (let i = 0; i < 4; i++) answers.push((await pair.api(pair.recruiter).post('/api/v1/jobs', {})).status)
  expect(answers).toEqual([200, 200, 200, 200])
  await pair.stop()
  await one.stop()
})

test('503 at once: a service that has too much in hand gets no more', async () => {
  const own = await startArena()
  const held: (() => void)[] = []
  own.world.answer = (_incoming, response) => void held.push(() => sendJson(response, 200, {}))
  const release = () => {
    for (const one of held.splice(0)) one()
  }
  const statuses: number[] = []
  const calls = Array.from({ length: MAX_IN_FLIGHT + 10 }, async () => {
    const { status } = await own.admin.get('/admin/v1/employers/1')
    statuses.push(status)
  })
  await eventually('the last ten are refused while the others wait', async () => statuses.length === 10)
  expect(statuses).toEqual(Array(10).fill(503))
  own.world.answer = (_incoming, response) => sendJson(response, 200, {})
  release()
  await Promise.all(calls)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_IN_FLIGHT)
  await own.stop()
})

test('stop answers what is in hand, then closes', async () => {
  const own = await startArena()
  let release = () => {}
  own.world.answer = (_incoming, response) => {
    release = () => sendJson(response, 200, { late: true })
  }
  const running = own.api(own.recruiter).get('/api/v1/jobs')
  await eventually('the call arrives', async () => own.world.seen.length === 1)
  const stopped = own.stop()
  await sleep(1)
  release()
  expect((await running).body).toEqual({ late: true })
  await stopped
  await expect(fetch(own.url)).rejects.toThrow()
})
