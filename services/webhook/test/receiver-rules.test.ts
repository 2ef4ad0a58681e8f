import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { WEBHOOK_MAX_RESPONSE_BYTES } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

test.each([200, 201, 204, 299])('%i is a success (D-52)', async (status) => {
  const { id } = await system.subscribe()
  system.receiver.respond(status)
  await system.submit()
  expect((await system.attemptedDelivery(id)).status).toBe('Succeeded')
})

test.each([304, 400, 401, 404, 410, 429, 500, 503])('%i is a failure (D-52)', async (status) => {
  const { id } = await system.subscribe()
  system.receiver.respond(status)
  await system.submit()
  expect(await system.attemptedDelivery(id)).toMatchObject({
    status: 'Pending',
    failedAttempts: 1,
    lastStatusCode: status,
  })
})

test.each([301, 302, 303, 307, 308])('%i is a failure: redirects are not followed (D-52)', async (status) => {
  const { id } = await system.subscribe()
  const before = system.receiver.requests.length
  system.receiver.respond((response, { path }) => {
    if (path === '/hook') response.writeHead(status, { location: `${system.receiver.url}/elsewhere` }).end()
    else response.writeHead(200).end()
  })
  await system.submit()
  expect(await system.attemptedDelivery(id)).toMatchObject({ status: 'Pending', lastStatusCode: status })
  expect(system.receiver.requests.slice(before).map((one) => one.path)).toEqual(['/hook'])
})

test('200 with an endless body is a success: reading stops after 64 KiB and 4 KiB are stored', async () => {
  const { id } = await system.subscribe()
  let written = 0
  let isClosed = false
  system.receiver.respond((response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(16_384, 'x')
    const writeMore = () => {
      while (!isClosed && response.write(chunk)) written += chunk.length
    }
    response.on('drain', writeMore).on('close', () => {
      isClosed = true
    })
    writeMore()
  })
  await system.submit()
  const { status, attempts } = await system.attemptedDelivery(id)
  expect(status).toBe('Succeeded')
  expect(attempts[0].responseBody).toBe('x'.repeat(4_096))
  await eventually('the connection is closed', async () => isClosed)
  // Socket buffers hold more than was read; without the limit the body would never end.
  expect(written).toBeLessThan(WEBHOOK_MAX_RESPONSE_BYTES * 200)
})

test('a gzip bomb is not decompressed: the request accepts identity only and the raw bytes are stored', async () => {
  const { id } = await system.subscribe()
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  system.receiver.respond((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb)
  })
  await system.submit()
  const { status, id: deliveryId, attempts } = await system.attemptedDelivery(id)
  expect(status).toBe('Succeeded')
  expect(system.receiver.requestsOf(deliveryId)[0]!.headers['accept-encoding']).toBe('identity')
  expect(attempts[0].responseBody?.length).toBeLessThanOrEqual(4_096)
})

test('refused, reset, not HTTP, unknown name and failed TLS are failures with an error class each', async () => {
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      if (String(data).startsWith('POST /reset')) socket.resetAndDestroy()
      else socket.end('this is not HTTP\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const expected: Record<string, string> = {
    [`http://127.0.0.1:${port}/reset`]: 'reset',
    [`http://127.0.0.1:${port}/not-http`]: 'protocol',
    'http://127.0.0.1:1/refused': 'refused',
    'http://does-not-exist.invalid/': 'dns',
    [`https://127.0.0.1:${port}/not-http`]: 'tls',
  }
  for (const [url, error] of Object.entries(expected)) {
    const { id } = await system.subscribe({ url })
    await system.submit()
    expect((await system.attemptedDelivery(id)).attempts[0], url).toMatchObject({ statusCode: null, error })
    await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
  }
  server.close()
})
