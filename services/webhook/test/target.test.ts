import { type AddressInfo, createServer, type Server } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { type NameServer, startNameServer } from './support/name-server.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

const PUBLIC = '93.184.215.14'
const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`

let names: NameServer
let arena: Arena
let trap: Server
let port: number
let connections = 0
beforeAll(async () => {
  names = await startNameServer()
  trap = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  port = (trap.address() as AddressInfo).port
  arena = await openArena({ WEBHOOK_ALLOW_PRIVATE: 'false', WEBHOOK_DNS_SERVERS: names.address })
})
afterAll(async () => {
  trap.close()
  await arena.stop()
  await names.stop()
})

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://a:b@example.com/',
  'x',
])('400: %s is refused at registration, naming url (D-55)', async (url) => {
  const { status, body } = await arena.admin.post(path, { url })
  expect([status, body.code, body.message.startsWith('url: ')]).toEqual([400, 'invalid_request', true])
  expect(await arena.webhook.deps.db.sql`select 1 from subscription where url = ${url}`).toEqual([])
})

test('400: a name that stands for a private address, if only among others', async () => {
  for (const answers of [['10.0.0.1'], [PUBLIC, '169.254.169.254']]) {
    names.say(...answers)
    const { status, body } = await arena.admin.post(path, { url: `https://inside.example:${port}/` })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
})

test('a name that turns to a private address later is not connected to; neither is one of several (D-55)', async () => {
  names.say(PUBLIC)
  const { id } = await arena.subscribe({ url: `https://rebinding.example:${port}/` })
  names.say('127.0.0.1')
  await arena.submit()
  const attempt = async (n: number) =>
    eventually(`attempt ${n}`, async () => {
      const [row] = await arena.deliveries(id)
      const { body } = await arena.admin.get(`/admin/v1/webhook-deliveries/${row?.id}`)
      return body.attempts?.[n - 1] && body
    })
  const first = await attempt(1)
  expect(first.attempts[0]).toMatchObject({ statusCode: null, error: 'blocked_target' })
  names.say(PUBLIC, '127.0.0.1')
  arena.moveTo(first.nextAttemptAt)
  expect((await attempt(2)).attempts[1]).toMatchObject({ statusCode: null, error: 'blocked_target' })
  expect(connections).toBe(0)
})

test('a literal private address that is stored already is not connected to', async () => {
  names.say(PUBLIC)
  const { id } = await arena.subscribe({ url: 'https://example.com/' })
  for (const url of [`https://127.0.0.1:${port}/`, `https://[::1]:${port}/`, `http://example.com:${port}/`]) {
    await arena.webhook.deps.db.sql`update subscription set url = ${url} where id = ${id}`
    const eventId = await arena.submit()
    const row = await eventually('it was tried', async () =>
      (await arena.deliveries(id)).find((one) => one.eventId === eventId && one.failedAttempts === 1),
    )
    const { body } = await arena.admin.get(`/admin/v1/webhook-deliveries/${row.id}`)
    expect(body.attempts[0].error).toBe('blocked_target')
  }
  expect(connections).toBe(0)
})
