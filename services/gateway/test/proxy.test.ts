import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_IN_FLIGHT } from '../src/proxy/upstream.ts'
import { sendJson, startFakeUpstream } from './support/fake-upstream.ts'
import { requestText, sendRaw } from './support/raw.ts'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
})

const headers = () => ({ authorization: `Bearer ${gateway.recruiter}`, 'content-type': 'application/json' })
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('200: a request reaches its service with the caller token of its key', async () => {
  const response = await gateway.api(gateway.recruiter).get('/api/v1/jobs?page=2&status=A%20b', {
    headers: { 'if-none-match': '"1"', 'idempotency-key': 'k' },
  })
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ ok: true })
  const [received] = gateway.upstream.requests
  expect(received?.url).toBe('/api/v1/jobs?page=2&status=A%20b')
  expect(received?.headers).toMatchObject({ 'if-none-match': '"1"', 'idempotency-key': 'k' })
  expect(received?.headers.authorization).toBeUndefined()
  const [payload = ''] = String(received?.headers['x-caller']).split('.')
  const token = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(token.caller).toMatchObject({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1 })
  expect(received?.headers['x-request-id']).toBe(response.headers.get('x-request-id'))
})

test.each([0, 1, 65_536, 65_537, MAX_BODY_BYTES])('a body of %d bytes arrives unchanged', async (size) => {
  const body = randomBytes(size)
  const response = await request(`${gateway.url}/api/v1/jobs`, { method: 'POST', headers: headers(), body })
  expect(response.statusCode).toBe(200)
  await response.body.dump()
  expect(hash(gateway.upstream.requests[0]!.body)).toBe(hash(body))
  expect(gateway.upstream.requests[0]!.headers['content-length']).toBe(String(size))
})

test('a chunked body arrives unchanged', async () => {
  const parts = Array.from({ length: 10 }, () => randomBytes(50_000))
  const response = await request(`${gateway.url}/api/v1/jobs`, {
    method: 'POST',
    headers: headers(),
    body: Readable.from(parts),
  })
  await response.body.dump()
  expect(hash(gateway.upstream.requests[0]!.body)).toBe(hash(Buffer.concat(parts)))
})

test('413: a Content-Length over 1 MiB (D-07)', async () => {
  const body = Buffer.alloc(MAX_BODY_BYTES + 1, 'x')
  const response = await request(`${gateway.url}/api/v1/jobs`, { method: 'POST', headers: headers(), body })
  expect(response.statusCode).toBe(413)
  expect(await response.body.json()).toEqual({ code: 'payload_too_large', message: expect.any(String) })
  expect(gateway.upstream.requests).toEqual([])
})

test.each([
  ['413', 'a Content-Length over 1 MiB', '/api/v1/jobs', 'public', `Content-Length: ${MAX_BODY_BYTES + 1}`],
  ['413', 'an operator', '/admin/v1/employers', 'admin', `Content-Length: ${MAX_BODY_BYTES + 1}`],
  ['404', 'an unknown route', '/api/v1/nothing', 'public', 'Content-Length: 2'],
  ['404', 'an unknown route of operators', '/admin/v1/nothing', 'admin', 'Transfer-Encoding: chunked'],
  ['405', 'a wrong method', '/api/v1/jobs/1', 'public', 'Transfer-Encoding: chunked'],
  ['401', 'no key', '/api/v1/jobs', 'none', 'Transfer-Encoding: chunked'],
  ['401', 'no key, over 1 MiB', '/api/v1/jobs', 'none', `Content-Length: ${MAX_BODY_BYTES + 1}`],
  ['401', 'no admin token', '/admin/v1/employers', 'none', 'Content-Length: 2'],
])('%s: no 100 Continue before: %s', async (status, _name, path, caller, length) => {
  const token = { public: gateway.recruiter, admin: ADMIN_TOKEN, none: 'nobody' }[caller]
  const { port } = new URL(path.startsWith('/admin') ? gateway.adminUrl : gateway.url)
  const headers = [`Authorization: Bearer ${token}`, length, 'Expect: 100-continue']
  const response = await sendRaw(Number(port), requestText(`POST ${path}`, headers))
  expect(response.status).toBe(Number(status))
  expect(response.body).not.toMatch(/HTTP\/1.1/)
})

test('413: a chunked body over 1 MiB after its 100 Continue', async () => {
  const key = `Authorization: Bearer ${gateway.recruiter}`
  const text = requestText('POST /api/v1/jobs', [key, 'Transfer-Encoding: chunked', 'Expect: 100-continue'])
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const response = await sendRaw(gateway.port, text, chunk, '1\r\nx\r\n0\r\n\r\n')
  expect(response.status).toBe(100)
  expect(response.body).toMatch(/^HTTP\/1.1 413 /)
})

test('413: a chunked body that exceeds 1 MiB (D-07)', async () => {
  const parts = Array.from({ length: 40 }, () => Buffer.alloc(50_000, 'x'))
  const response = await request(`${gateway.url}/api/v1/jobs`, {
    method: 'POST',
    headers: headers(),
    body: Readable.from(parts),
  })
  expect(response.statusCode).toBe(413)
  expect(await response.body.json()).toEqual({ code: 'payload_too_large', message: expect.any(String) })
  expect(gateway.upstream.requests).toEqual([])
})

test.each(['', 'nobody'])(
  'an early response to a long body ends the connection: the request behind it is not served; key suffix "%s" (P-51)',
  async (suffix) => {
    const key = `Authorization: Bearer ${gateway.recruiter}`
    const chunk = `20000\r\n${'x'.repeat(0x20000)}\r\n`
    const long = `POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\n${key}${suffix}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const response = await sendRaw(
      gateway.port,
      `${long}${chunk.repeat(12)}0\r\n\r\n`,
      requestText('GET /api/v1/jobs', [key]),
    )
    expect(response.status).toBe(suffix ? 401 : 413)
    expect(response.head).toMatch(/^connection: close\r$/im)
    expect(response.body).not.toMatch(/HTTP\/1/)
    expect(gateway.upstream.requests).toEqual([])
  },
)

test('a response of many chunks arrives whole at a slow reader', async () => {
  const bytes = randomBytes(5_000_000)
  gateway.upstream.respond = (_request, response) => void response.writeHead(200).end(bytes)
  const response = await request(`${gateway.url}/api/v1/jobs`, { headers: headers() })
  const chunks: Buffer[] = []
  for await (const chunk of response.body) {
    chunks.push(chunk)
    await new Promise(setImmediate)
  }
  expect(hash(Buffer.concat(chunks))).toBe(hash(bytes))
})

test('503: the service disconnects before it responds; a GET is retried, a POST is not', async () => {
  gateway.upstream.respond = (incoming) => incoming.socket.destroy()
  const post = await gateway.api(gateway.recruiter).post('/api/v1/jobs', {})
  expect(post.status).toBe(503)
  expect(post.body).toEqual({ code: 'unavailable', message: expect.any(String) })
  expect(post.headers.get('retry-after')).toBe('1')
  expect(gateway.upstream.requests).toHaveLength(1)
  const get = await gateway.api(gateway.recruiter).get('/api/v1/jobs')
  expect(get.status).toBe(503)
  expect(gateway.upstream.requests).toHaveLength(3)
})

test('200: a GET whose service disconnected once is retried', async () => {
  let calls = 0
  gateway.upstream.respond = (incoming, response) => {
    if (calls++ === 0) incoming.socket.destroy()
    else sendJson(response, 200, { calls })
  }
  expect((await gateway.api(gateway.recruiter).get('/api/v1/jobs')).body).toEqual({ calls: 2 })
})

test('503: the response of a service is passed on and not retried', async () => {
  gateway.upstream.respond = (_request, response) =>
    sendJson(response, 503, { code: 'unavailable', message: 'x' })
  expect((await gateway.api(gateway.recruiter).get('/api/v1/jobs')).status).toBe(503)
  expect(gateway.upstream.requests).toHaveLength(1)
})

test('503: a service that refuses the caller token is never a 401 to the client', async () => {
  gateway.upstream.respond = (_request, response) => void response.writeHead(401).end()
  expect((await gateway.api(gateway.recruiter).post('/api/v1/jobs', {})).status).toBe(503)
})

test('a service disconnects within its response: the connection is cut, and the client sees no complete response', async () => {
  gateway.upstream.respond = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setImmediate(() => response.destroy())
  }
  const response = await sendRaw(
    gateway.port,
    requestText('GET /api/v1/jobs', [`Authorization: Bearer ${gateway.recruiter}`]),
  ).catch((error) => error as Error)
  if (!(response instanceof Error)) expect(response.body.length).toBeLessThan(100)
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, {})
  expect((await gateway.api(gateway.recruiter).post('/api/v1/jobs', {})).status).toBe(200)
})

test('a client that disconnects cancels its request to the service', async () => {
  let isCancelled = false
  gateway.upstream.respond = (_incoming, response) => void response.once('close', () => (isCancelled = true))
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(requestText('GET /api/v1/jobs', [`Authorization: Bearer ${gateway.recruiter}`]))
  await eventually('the request arrives', async () => gateway.upstream.requests.length === 1)
  expect(isCancelled).toBe(false)
  socket.destroy()
  await eventually('the request is cancelled', async () => isCancelled)
})

test('200: requests are spread round-robin over replicas, and a dead replica is skipped', async () => {
  const [one, two] = [await startFakeUpstream(), await startFakeUpstream()]
  const pair = await startTestGateway({
    accounts: gateway.accounts,
    env: { JOBS_URL: `${one.url},${two.url}` },
  })
  for (let i = 0; i < 4; i++) await pair.api(pair.recruiter).get('/api/v1/jobs')
  expect([one.requests.length, two.requests.length]).toEqual([2, 2])
  await two.stop()
  const responses = []
  for (let i = 0; i < 4; i++) responses.push((await pair.api(pair.recruiter).post('/api/v1/jobs', {})).status)
  expect(responses).toEqual([200, 200, 200, 200])
  await pair.stop()
  await one.stop()
})

test('503: a replica with 512 requests in flight gets no more', async () => {
  const own = await startTestGateway({ accounts: gateway.accounts })
  const held: (() => void)[] = []
  own.upstream.respond = (_incoming, response) => void held.push(() => sendJson(response, 200, {}))
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
  own.upstream.respond = (_incoming, response) => sendJson(response, 200, {})
  release()
  await Promise.all(calls)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_IN_FLIGHT)
  await own.stop()
})

test('a stop finishes the requests in flight, then closes the port', async () => {
  const own = await startTestGateway({ accounts: gateway.accounts })
  let release = () => {}
  own.upstream.respond = (_incoming, response) => {
    release = () => sendJson(response, 200, { late: true })
  }
  const running = own.api(own.recruiter).get('/api/v1/jobs')
  await eventually('the request arrives', async () => own.upstream.requests.length === 1)
  const stopped = own.stop()
  await eventually('the gateway is stopping', async () => {
    return (await fetch(`${own.url}/healthz/ready`).catch(() => undefined))?.status !== 200
  })
  release()
  expect((await running).body).toEqual({ late: true })
  await stopped
  await expect(fetch(own.url)).rejects.toThrow()
})
