import { type AddressInfo, createServer, type Server } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { type NameServer, startNameServer } from './support/name-server.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const PUBLIC_ADDRESS = '93.184.215.14'
const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`

let nameServer: NameServer
let system: WebhookSystem
let privateServer: Server
let port: number
let connections = 0
beforeAll(async () => {
  nameServer = await startNameServer()
  privateServer = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => privateServer.listen(0, '127.0.0.1', resolve))
  port = (privateServer.address() as AddressInfo).port
  system = await openWebhookSystem({
    WEBHOOK_ALLOW_PRIVATE: 'false',
    WEBHOOK_DNS_SERVERS: nameServer.address,
  })
})
afterAll(async () => {
  privateServer.close()
  await system.stop()
  await nameServer.stop()
})

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://a:b@example.com/',
  'https://postgres:5432/',
  'https://example.com:22/',
  'x',
])('400: %s is refused at registration, naming url (D-55)', async (url) => {
  const { status, body } = await system.admin.post(path, { url })
  expect([status, body.code, body.message.startsWith('url: ')]).toEqual([400, 'invalid_request', true])
  expect(await system.webhook.deps.db.sql`select 1 from subscription where url = ${url}`).toEqual([])
})

test('400: a name of which at least one address is private', async () => {
  for (const addresses of [['10.0.0.1'], [PUBLIC_ADDRESS, '169.254.169.254']]) {
    nameServer.resolveTo(...addresses)
    const { status, body } = await system.admin.post(path, { url: `https://inside.example:${port}/` })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
})

test('a name that resolves to a private address later, alone or among others, is never connected to (D-55)', async () => {
  nameServer.resolveTo(PUBLIC_ADDRESS)
  const { id } = await system.subscribe({ url: `https://rebinding.example:${port}/` })
  nameServer.resolveTo('127.0.0.1')
  await system.submit()
  const waitForAttempt = async (n: number) =>
    eventually(`attempt ${n}`, async () => {
      const [row] = await system.deliveries(id)
      const { body } = await system.admin.get(`/admin/v1/webhook-deliveries/${row?.id}`)
      return body.attempts?.[n - 1] && body
    })
  const first = await waitForAttempt(1)
  expect(first.attempts[0]).toMatchObject({ statusCode: null, error: 'blocked_target' })
  nameServer.resolveTo(PUBLIC_ADDRESS, '127.0.0.1')
  system.moveTo(first.nextAttemptAt)
  expect((await waitForAttempt(2)).attempts[1]).toMatchObject({ statusCode: null, error: 'blocked_target' })
  expect(connections).toBe(0)
})

test.each([
  ['::1', '00000000000000000000000000000001'],
  ['IPv4-mapped 127.0.0.1', '00000000000000000000ffff7f000001'],
  ['NAT64 of 127.0.0.1', '0064ff9b00000000000000007f000001'],
  ['unique local', 'fd000000000000000000000000000001'],
])(
  'a name that later has the IPv6 address %s beside a public one is never connected to, through a CNAME either',
  async (_, hex) => {
    nameServer.resolveTo(PUBLIC_ADDRESS)
    const { id } = await system.subscribe({ url: `https://rebinding.example:${port}/` })
    nameServer.alsoResolveTo(hex)
    nameServer.aliasTo('inner.example')
    await system.submit()
    const row = await eventually('the delivery was attempted', async () =>
      (await system.deliveries(id)).find((one) => one.failedAttempts === 1),
    )
    const { body } = await system.admin.get(`/admin/v1/webhook-deliveries/${row.id}`)
    expect(body.attempts[0]).toMatchObject({ statusCode: null, error: 'blocked_target' })
    expect(connections).toBe(0)
    const refused = await system.admin.post(path, { url: `https://inside.example:${port}/` })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    await system.webhook.deps.db.sql`update subscription set status = 'Deleted' where id = ${id}`
  },
)

test('a stored URL that is no target any more is never connected to (D-55)', async () => {
  nameServer.resolveTo(PUBLIC_ADDRESS)
  const { id } = await system.subscribe({ url: 'https://example.com/' })
  // As an earlier release, or one with WEBHOOK_ALLOW_PRIVATE, may have stored them.
  const urls = [
    `https://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `http://example.com:${port}/`,
    `https://postgres:${port}/`,
    'https://example.com:22/',
  ]
  for (const url of urls) {
    await system.webhook.deps.db.sql`update subscription set url = ${url} where id = ${id}`
    const eventId = await system.submit()
    const row = await eventually('the delivery was attempted', async () =>
      (await system.deliveries(id)).find((one) => one.eventId === eventId && one.failedAttempts === 1),
    )
    const { body } = await system.admin.get(`/admin/v1/webhook-deliveries/${row.id}`)
    expect(body.attempts[0].error).toBe('blocked_target')
  }
  expect(connections).toBe(0)
})
