import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { WEBHOOK_MAX_RESPONSE_BYTES } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())
beforeEach(async () => {
  await arena.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

const attemptsOf = async (subscriptionId: number) => {
  const row = await eventually('an attempt has ended', async () =>
    (await arena.deliveries(subscriptionId)).find(
      (one) => one.status !== 'Pending' || one.failedAttempts > 0,
    ),
  )
  const { body } = await arena.admin.get(`/admin/v1/webhook-deliveries/${row.id}`)
  return body
}

test.each([200, 201, 204, 299])('%i is success (D-52)', async (status) => {
  const { id } = await arena.subscribe()
  arena.receiver.answer(status)
  await arena.submit()
  expect((await attemptsOf(id)).status).toBe('Succeeded')
})

test.each([304, 400, 401, 404, 410, 429, 500, 503])('%i is a failure (D-52)', async (status) => {
  const { id } = await arena.subscribe()
  arena.receiver.answer(status)
  await arena.submit()
  expect(await attemptsOf(id)).toMatchObject({ status: 'Pending', failedAttempts: 1, lastStatusCode: status })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is a failure and is never followed (D-52)',
  async (status) => {
    const { id } = await arena.subscribe()
    const before = arena.receiver.requests.length
    arena.receiver.answer((response, { path }) => {
      if (path === '/hook') response.writeHead(status, { location: `${arena.receiver.url}/elsewhere` }).end()
      else response.writeHead(200).end()
    })
    await arena.submit()
    expect(await attemptsOf(id)).toMatchObject({ status: 'Pending', lastStatusCode: status })
    expect(arena.receiver.requests.slice(before).map((one) => one.path)).toEqual(['/hook'])
  },
)

test('a 200 with an endless body is a success, cut off after 64 KiB, of which 4 KiB are kept', async () => {
  const { id } = await arena.subscribe()
  let written = 0
  let closed = false
  arena.receiver.answer((response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(16_384, 'x')
    const pour = () => {
      while (!closed && response.write(chunk)) written += chunk.length
    }
    response.on('drain', pour).on('close', () => {
      closed = true
    })
    pour()
  })
  await arena.submit()
  const { status, attempts } = await attemptsOf(id)
  expect(status).toBe('Succeeded')
  expect(attempts[0].responseBody).toBe('x'.repeat(4_096))
  await eventually('the connection is cut', async () => closed)
  // What lies in socket buffers of both sides comes on top; an endless read would not stop at all.
  expect(written).toBeLessThan(WEBHOOK_MAX_RESPONSE_BYTES * 200)
})

test('a gzip bomb is not inflated: identity is asked for, and bytes are kept as they come', async () => {
  const { id } = await arena.subscribe()
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  arena.receiver.answer((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb)
  })
  await arena.submit()
  const { status, id: deliveryId, attempts } = await attemptsOf(id)
  expect(status).toBe('Succeeded')
  expect(arena.receiver.of(deliveryId)[0]!.headers['accept-encoding']).toBe('identity')
  expect(attempts[0].responseBody.length).toBeLessThanOrEqual(4_096)
})

test('no answer within 10 s is a failure, and meanwhile it does not slow others (D-52)', async () => {
  const slow = await arena.subscribe({ url: `${arena.receiver.url}/hangs` })
  const quick = await arena.subscribe({ url: `${arena.receiver.url}/quick` })
  arena.receiver.answer((response, { path }) => {
    if (path === '/quick') response.writeHead(200).end()
  })
  await Promise.all(Array.from({ length: 120 }, () => arena.submit()))
  await eventually('the other one has all', async () => {
    const { body } = await arena.admin.get(
      `/admin/v1/webhook-subscriptions/${quick.id}/deliveries?status=Succeeded&pageSize=1`,
    )
    return body.total === 120
  })
  expect(await arena.deliveries(slow.id, 'Pending')).toHaveLength(100)
  const hanging = arena.receiver.requests.filter((one) => one.path === '/hangs')
  expect(hanging).toHaveLength(50)
  const { attempts } = await attemptsOf(slow.id)
  expect(attempts[0]).toMatchObject({ statusCode: null, error: 'timeout' })
  expect(attempts[0].durationMs).toBeGreaterThanOrEqual(9_990)
})

test('refused, reset, no HTTP and an unknown name are failures with a word for each', async () => {
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      if (String(data).startsWith('POST /reset')) socket.resetAndDestroy()
      else socket.end('this is no HTTP\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const words: Record<string, string> = {
    [`http://127.0.0.1:${port}/reset`]: 'reset',
    [`http://127.0.0.1:${port}/babble`]: 'protocol',
    'http://127.0.0.1:1/refused': 'refused',
    'http://does-not-exist.invalid/': 'dns',
    [`https://127.0.0.1:${port}/babble`]: 'tls',
  }
  for (const [url, word] of Object.entries(words)) {
    const { id } = await arena.subscribe({ url })
    await arena.submit()
    expect((await attemptsOf(id)).attempts[0], url).toMatchObject({ statusCode: null, error: word })
    await arena.webhook.deps.db.sql`update subscription set status = 'Deleted'`
  }
  server.close()
})
