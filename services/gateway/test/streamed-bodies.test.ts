import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
// biome-ignore lint/plugin: what is not taken is known only after a while
import { setTimeout as sleep } from 'node:timers/promises'
import { importCandidates } from '@jobboard/contracts/candidates/admin'
import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_BODY_BYTES, MAX_IMPORT_BYTES } from '@jobboard/contracts/limits'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { streamBody } from '../src/http/body.ts'
import { sendError } from '../src/http/responses.ts'
import { forwardRequest } from '../src/proxy/forward-request.ts'
import { openUnsentResponses } from '../src/proxy/unsent-responses.ts'
import { openUpstream } from '../src/proxy/upstream.ts'
import { sendJson } from './support/fake-upstream.ts'
import { startListener } from './support/listener.ts'
import { sendRaw } from './support/raw.ts'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

const NDJSON = { 'content-type': 'application/x-ndjson' }

let gateway: TestGateway
const sockets: Socket[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  for (const list of [gateway.upstream.requests, gateway.upstream.started, gateway.upstream.aborted]) {
    list.length = 0
  }
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
})

const adminPort = () => Number(new URL(gateway.adminUrl).port)
const head = (length: string) =>
  `POST ${importCandidates.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
  `Content-Type: application/x-ndjson\r\n${length}\r\n\r\n`

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

test('only operators have streamed bodies, and each has a limit (P-123)', () => {
  const streamed = endpoints.filter(({ bodyType }) => bodyType !== undefined)
  expect(streamed).toContain(importCandidates)
  for (const { plane, maxBodyBytes } of streamed)
    expect([plane, maxBodyBytes]).toEqual(['admin', expect.any(Number)])
})

test('200: a streamed body over 1 MiB arrives whole', async () => {
  const body = Buffer.alloc(3 * MAX_BODY_BYTES, 'x')
  const response = await gateway.admin.send('POST', importCandidates.path, { body, headers: NDJSON })
  expect(response.status).toBe(200)
  expect(gateway.upstream.requests[0]!.body.equals(body)).toBe(true)
})

test('413, 404: a client of the public port has no streamed body, whatever its media type (P-123)', async () => {
  const body = Buffer.alloc(MAX_BODY_BYTES + 1, 'x')
  const api = gateway.api(gateway.recruiter)
  expect((await api.send('POST', '/api/v1/jobs', { body, headers: NDJSON })).status).toBe(413)
  expect((await api.send('POST', importCandidates.path, { body: 'x', headers: NDJSON })).status).toBe(404)
  expect(gateway.upstream.started).toEqual([])
})

test('413: an announced length over 1 GiB is refused before the service gets the request', async () => {
  const response = await sendRaw(adminPort(), head(`Content-Length: ${MAX_IMPORT_BYTES + 1}`))
  expect([response.status, JSON.parse(response.body).message]).toEqual([
    413,
    'The body has more than 1024 MiB.',
  ])
  expect(gateway.upstream.started).toEqual([])
})

test('a client that disconnects within a streamed body: the service sees that it is incomplete', async () => {
  for (const length of ['Transfer-Encoding: chunked', 'Content-Length: 1000']) {
    gateway.upstream.started.length = 0
    gateway.upstream.aborted.length = 0
    const socket = await openSocket(adminPort())
    socket.write(`${head(length)}5\r\nabcde\r\n`)
    await eventually('the request arrives', async () => gateway.upstream.started.length > 0)
    socket.destroy()
    await eventually('the request is aborted', async () => gateway.upstream.aborted.length === 1)
  }
  expect(gateway.upstream.requests).toEqual([])
})

test('413: a body that exceeds its limit on the way; the service never sees its end (P-123)', async () => {
  const steps: string[] = []
  const service = await startServer((request) => {
    steps.push('begin')
    request.on('end', () => steps.push('end'))
    request.on('error', () => steps.push('aborted'))
    request.resume()
  })
  const { port, stop } = await startForwarder(service, 100)
  const socket = await openSocket(port)
  const chunk = `32\r\n${'x'.repeat(50)}\r\n`
  socket.write(`POST /import HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`)
  await eventually('the request arrives', async () => steps.includes('begin'))
  socket.write(chunk + chunk)
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.1 413 .*"payload_too_large"/s)
  await eventually('the request is aborted', async () => steps.length > 1)
  expect(steps).toEqual(['begin', 'aborted'])
  await stop()
})

test('a service that reads nothing stops its client: the gateway stores no more than its buffers', async () => {
  const service = await startServer((request) => request.pause())
  const { port, stop } = await startForwarder(service, 1_000_000_000)
  const socket = await openSocket(port)
  socket.write('POST /import HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n')
  const block = Buffer.alloc(1_048_576)
  let sentBlocks = 0
  let idle = 0
  // Until nothing more is taken for a while: the buffers of the kernel are part of what was taken.
  while (idle < 40 && sentBlocks < 200) {
    if (socket.writableLength === 0) {
      socket.write(block)
      sentBlocks++
      idle = 0
    } else idle++
    await sleep(5)
  }
  expect(sentBlocks).toBeLessThan(40)
  await stop()
})

async function startServer(serve: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** A listener that streams every body, up to this limit, to the service. */
async function startForwarder(service: Server, maxBytes: number) {
  const upstream = openUpstream([
    { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, address: undefined },
  ])
  const unsent = openUnsentResponses({
    ...{ maxBytes: 1_000_000, maxBytesPerResponse: 65_536 },
    ...{ graceMs: 10_000, timeoutMs: 10_000 },
  })
  const listener = await startListener(async (context) => {
    const forwarding = {
      ...{
        service: 'candidate',
        method: 'POST' as const,
        upstream,
        key: undefined,
        owner: undefined,
        unsent,
        callerToken: '',
      },
      ...{ body: streamBody(context, maxBytes), timeoutMs: 3_000, isRepeatable: false },
    }
    const result = await forwardRequest(context, forwarding, openLog('gateway', 'silent'))
    if (result instanceof ApiError) sendError(context, result)
  })
  return {
    port: listener.port,
    async stop() {
      for (const socket of sockets.splice(0)) socket.destroy()
      await listener.stop()
      await upstream.destroy()
      unsent.stop()
      service.closeAllConnections()
      service.close()
    },
  }
}
