import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { retrying } from '@jobboard/testkit/retrying-client'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

const MIB = 1_048_576
const LARGE_BYTES = 400_000
const large = Buffer.alloc(LARGE_BYTES, 'x')

let gateway: TestGateway
/** Cuts slow readers soon. */
let impatient: TestGateway
const sockets: Socket[] = []
beforeAll(async () => {
  gateway = await startTestGateway({ env: { UPSTREAM_TIMEOUT_MS: '25000', RESPONSE_GRACE_MS: '300000' } })
  impatient = await startTestGateway({
    accounts: gateway.accounts,
    env: { RESPONSE_GRACE_MS: '500' },
  })
})
afterAll(async () => {
  await impatient.stop()
  await gateway.stop()
})
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.respond = (incoming, response) => {
    if (!incoming.url?.includes('large')) return sendJson(response, 200, { ok: true })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': LARGE_BYTES }).end(large)
  }
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const metric = (name: string) => readMetric(gateway, name)
const inFlight = () => metric('gateway_upstream_in_flight{service="jobs"}')

/** Pipelines that many requests for a large response on one connection, and reads nothing. */
function pipeline(key: string, count: number, { port } = gateway): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  const text = `GET /api/v1/jobs?large HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
  socket.write(text.repeat(count))
  sockets.push(socket)
  return socket
}

test('200: another employer, while clients request large responses and read nothing (P-55, P-56)', async () => {
  gateway.upstream.respond = (incoming, response) => {
    if (!incoming.url?.includes('large')) return sendJson(response, 200, { ok: true })
    response.writeHead(200, { 'content-length': MIB * 8 }).end(Buffer.alloc(MIB * 8, 'x'))
  }
  const other = (await gateway.accounts.mint()).apiKey
  for (const key of [gateway.recruiter, (await gateway.accounts.mint()).apiKey]) {
    for (let connection = 0; connection < 3; connection++) pipeline(key, 5)
  }
  await eventually('the service has their requests', async () => gateway.upstream.requests.length >= 6)
  // On a busy machine a look-up of the key or a connection can take too long: 503 once.
  const client = retrying(gateway.api(other))
  for (let call = 0; call < 10; call++) expect((await client.get('/api/v1/jobs')).text).toBe('{"ok":true}')
  await eventually('no connection to the service is held', async () => (await inFlight()) === 0)
  expect(await metric('gateway_unsent_bytes{port="public"}')).toBeGreaterThan(MIB)
  for (const socket of sockets) socket.destroy()
  await eventually(
    'the memory is free',
    async () => (await metric('gateway_unsent_bytes{port="public"}')) === 0,
  )
})

test('200: a slow reader gets the whole response after its service has finished', async () => {
  const { statusCode, body } = await request(`${gateway.url}/api/v1/jobs?large`, {
    headers: { authorization: `Bearer ${gateway.recruiter}` },
  })
  expect(statusCode).toBe(200)
  await eventually('the service has finished', async () => (await inFlight()) === 0)
  expect((await body.bytes()).length).toBe(LARGE_BYTES)
})

test('memory full: the connection of the key that holds most is cut, other responses arrive whole', async () => {
  gateway.upstream.respond = (_incoming, response) => {
    const bytes = Buffer.alloc(12 * MIB, 'x')
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  }
  const honest = await request(`${gateway.url}/api/v1/jobs`, {
    headers: { authorization: `Bearer ${(await gateway.accounts.mint()).apiKey}` },
  })
  let cuts = 0
  for (let connection = 0; connection < 12; connection++) {
    pipeline(gateway.recruiter, 1).once('close', () => cuts++)
  }
  await eventually('connections are cut', async () => {
    return (await metric('gateway_slow_readers_cut_total{port="public",reason="memory"}')) > 0
  })
  await eventually('nothing is in flight', async () => (await inFlight()) === 0)
  expect(await metric('gateway_unsent_bytes{port="public"}')).toBeLessThanOrEqual(64 * MIB)
  expect((await honest.body.bytes()).length).toBe(12 * MIB)
})

const slowCuts = () => readMetric(impatient, 'gateway_slow_readers_cut_total{port="public",reason="slow"}')

test.each([
  ['nothing', 0],
  ['a trickle', 2_000],
])('a client that reads %s is disconnected after the grace period', async (_what, bytesPerRead) => {
  impatient.upstream.respond = (_incoming, response) => {
    const bytes = Buffer.alloc(14 * MIB, 'x')
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  }
  const before = await slowCuts()
  const socket = pipeline(impatient.recruiter, 1, impatient)
  const reading = setInterval(() => bytesPerRead > 0 && socket.read(bytesPerRead), 20)
  await eventually('the connection is cut', async () => (await slowCuts()) === before + 1)
  clearInterval(reading)
  expect(await readMetric(impatient, 'gateway_unsent_bytes{port="public"}')).toBe(0)
})

test('a client that reads steadily is not cut, however often the grace period passes', async () => {
  const bytes = Buffer.alloc(14 * MIB, 'x')
  impatient.upstream.respond = (_incoming, response) =>
    void response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  const { body } = await request(`${impatient.url}/api/v1/jobs`, {
    headers: { authorization: `Bearer ${impatient.recruiter}` },
  })
  let received = 0
  const reading = setInterval(() => {
    received += body.read(65_536)?.length ?? 0
  }, 10)
  await once(body, 'end')
  clearInterval(reading)
  expect(received).toBe(bytes.length)
})

test("200: an export of unknown length on the operators' port arrives whole at a slow reader", async () => {
  const parts = 300
  let sent = 0
  let isWaiting = false
  gateway.upstream.respond = (_incoming, response) => {
    const writeMore = () => {
      isWaiting = false
      while (sent < parts) {
        sent++
        if (response.write(Buffer.alloc(65_536, 'x'))) continue
        isWaiting = true
        return void response.once('drain', writeMore)
      }
      response.end()
    }
    writeMore()
  }
  const { body } = await request(`${gateway.adminUrl}/admin/v1/employers/1`, {
    headers: { authorization: 'Bearer an-admin-token-for-tests-only' },
  })
  const unsent = () => metric('gateway_unsent_bytes{port="admin"}')
  await eventually('the service waits', async () => isWaiting && (await unsent()) > 0)
  expect(await unsent()).toBeLessThan(4 * 65_536)
  expect(sent).toBeLessThan(parts)
  expect((await body.bytes()).length).toBe(parts * 65_536)
})
