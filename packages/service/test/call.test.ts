import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import { unavailable } from '@jobboard/contracts/error'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { openCall } from '../src/http/call.ts'
import type { Call, CallOptions } from '../src/lifecycle/call.ts'
import { baseEnv, readEnv } from '../src/lifecycle/env.ts'

const opened: (Server | Call)[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const NOT_FOUND_BODY = JSON.stringify({ code: 'not_found', message: 'Not found.' })

/** A peer that responds with this status; `hold` leaves its requests without a response until `release`. */
async function openPeer(status: number, host = '127.0.0.1', port = 0, headers = {}, body = '') {
  let calls = 0
  let isHolding = false
  const held: (() => void)[] = []
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    calls++
    reach()
    request.resume()
    const respond = () => response.writeHead(status, headers).end(status === 404 ? NOT_FOUND_BODY : body)
    if (isHolding) held.push(respond)
    else respond()
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  opened.push(server)
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    /** Resolves at the first request. */
    reached,
    hold() {
      isHolding = true
    },
    release() {
      isHolding = false
      for (const respond of held.splice(0)) respond()
    },
  }
}

async function closedUrl(): Promise<string> {
  const { url } = await openPeer(204)
  await (opened.pop() as Server)[Symbol.asyncDispose]()
  return url
}

function callTo(...urls: string[]): (options?: CallOptions) => Promise<unknown> {
  const env = readEnv(baseEnv, {
    PORT: '0',
    DATABASE_URL: 'postgres://x',
    NATS_URL: 'nats://x',
    CALLER_SECRET: 'x'.repeat(32),
    PIPELINE_URL: urls.join(','),
  })
  const call = openCall('candidate', env)
  opened.push(call)
  // The peer does not read the body.
  return (options) => call(listApplicationRecords, { params: { candidateId: 1 }, body: {} as never }, options)
}

test('a POST goes to the next replica when one refuses the connection', async () => {
  const peer = await openPeer(204)
  const post = callTo(await closedUrl(), peer.url)
  for (let i = 0; i < 6; i++) await post()
  expect(peer.calls()).toBe(6)
})

test('unavailable: a POST that a replica has received is not sent again', async () => {
  const [first, second] = [await openPeer(500), await openPeer(500)]
  await expect(callTo(first.url, second.url)()).rejects.toMatchObject({ code: 'unavailable' })
  expect(first.calls() + second.calls()).toBe(1)
})

test('a POST that a replica of another release has no endpoint for goes to the next replica (P-531)', async () => {
  const [older, newer] = [await openPeer(404), await openPeer(204)]
  const post = callTo(older.url, newer.url)
  for (let i = 0; i < 4; i++) await post()
  expect(newer.calls()).toBe(4)
  expect(older.calls()).toBeGreaterThan(0)
})

test('unavailable, not not_found: no replica has the endpoint (P-531)', async () => {
  const [first, second] = [await openPeer(404), await openPeer(404)]
  await expect(callTo(first.url, second.url)()).rejects.toMatchObject({ code: 'unavailable' })
  expect(first.calls()).toBeGreaterThan(0)
  expect(second.calls()).toBeGreaterThan(0)
})

test('not_found: the endpoint found no such object', async () => {
  const peer = await openPeer(404, '127.0.0.1', 0, { 'x-request-id': 'internal' })
  await expect(callTo(peer.url)()).rejects.toMatchObject({ code: 'not_found' })
})

test('after an ejection one of many calls at once tries the replica, and the others after it has responded', async () => {
  const healthy = await openPeer(204)
  const { port } = new URL(healthy.url)
  const post = callTo(`http://127.0.0.2:${port}`, healthy.url)
  // Nothing listens there yet.
  for (let call = 0; call < 4; call++) await post()
  expect(healthy.calls()).toBe(4)
  const back = await openPeer(204, '127.0.0.2', Number(port))
  back.hold()
  const options = { timeoutMs: 120_000 }
  const trials: Promise<unknown>[] = []
  await eventually('the ejection has ended', async () => {
    trials.push(post(options))
    await Promise.race([trials.at(-1), back.reached])
    return back.calls() > 0
  })
  await Promise.all(Array.from({ length: 50 }, () => post(options)))
  expect(back.calls()).toBe(1)
  back.release()
  await Promise.all(trials)
  await Promise.all(Array.from({ length: 50 }, () => post(options)))
  expect(back.calls()).toBeGreaterThan(10)
})

test('a replica that responds 503 at once gets no more calls than its trials', async () => {
  const healthy = await openPeer(204)
  const broken = await openPeer(503, '127.0.0.2', Number(new URL(healthy.url).port))
  const post = callTo(broken.url, healthy.url)
  for (let call = 0; call < 20; call++) await post().catch(() => {})
  // The fifth trial is 15 s after the first failure.
  expect(broken.calls()).toBeLessThanOrEqual(5)
  expect(healthy.calls()).toBeGreaterThanOrEqual(15)
})

test('a silent replica is waited for once, and another one is asked', async () => {
  const silent = await openPeer(204)
  silent.hold()
  await expect(callTo(silent.url)({ isSafe: true, timeoutMs: 500 })).rejects.toThrow('The pipeline service')
  expect(silent.calls()).toBe(1)
  const other = await openPeer(204)
  const get = callTo(silent.url, other.url)
  for (let i = 0; i < 4; i++) await get({ isSafe: true, timeoutMs: 500, totalMs: 60_000 })
  expect(other.calls()).toBe(4)
  silent.release()
})

test('unavailable: the service that a service waits for is named, and neither is asked again', async () => {
  const { code, message } = unavailable('The search service')
  const said = JSON.stringify({ code, message })
  const peer = await openPeer(503, '127.0.0.1', 0, {}, said)
  await expect(callTo(peer.url)({ isSafe: true })).rejects.toMatchObject({
    code: 'unavailable',
    message,
  })
  expect(peer.calls()).toBe(1)
})
