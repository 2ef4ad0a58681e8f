import { openConnection } from '@jobboard/db/connections'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { type Booted, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { bootNamed, openDatabaseOf } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv, upstreamNames } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import type { MintedKey } from './support/accounts.ts'
import { type FakeUpstream, startFakeUpstream } from './support/fake-upstream.ts'
import { readMetric } from './support/metrics.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const TABLES = ['recruiter_key', 'key_bucket']

let nats: Awaited<ReturnType<typeof openNats>>
let accountsDatabase: Awaited<ReturnType<typeof openDatabaseOf>>
let accounts: Booted
let upstream: FakeUpstream
let gateway: RunningGateway
let employerId: number
let accountsPort: string
beforeAll(async () => {
  nats = await openNats()
  accountsDatabase = await openDatabaseOf('accounts')
  accounts = await bootNamed('accounts', { natsUrl: nats.url, databaseUrl: accountsDatabase.url })
  accountsPort = new URL(accounts.url).port
  upstream = await startFakeUpstream(accounts.url)
  gateway = await startFresh()
  const employer = await operator().post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })
  employerId = employer.body.id
})
afterAll(async () => {
  await gateway.stop()
  await accounts.stop()
  await upstream.stop()
  await nats.stop()
  await accountsDatabase.drop()
})

function startFresh(): Promise<RunningGateway> {
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false' }
  return startGateway(readEnv(gatewayEnv, testEnv('', nats.url, env)))
}
const operator = () => accounts.as({ kind: 'admin', actor: 'test' })
const mint = async (): Promise<MintedKey> =>
  (
    await operator().post(`/admin/v1/employers/${employerId}/api-keys`, {
      name: 'a key',
      scopes: ['JobPosting'],
    })
  ).body
const statusAt = async ({ url }: RunningGateway, { apiKey }: MintedKey) =>
  (await client(url, { authorization: `Bearer ${apiKey}` }).get('/api/v1/jobs')).status
const synced = () =>
  eventually('the feed is synced', async () => (await readMetric(gateway, 'gateway_key_feed_fresh')) === 1)

async function inDatabase(statements: string[]): Promise<void> {
  const database = await openConnection(accountsDatabase.url)
  for (const statement of statements) await database.query(statement)
  await database.end()
}
const backUp = () => inDatabase(TABLES.map((table) => `create table backup_${table} as table ${table}`))

/** Replaces the tables by the backup while accounts is stopped, and starts it again on the same port. */
async function restore(): Promise<void> {
  await accounts.stop()
  await inDatabase(
    TABLES.flatMap((table) => [`truncate ${table}`, `insert into ${table} select * from backup_${table}`]),
  )
  const settings = { natsUrl: nats.url, databaseUrl: accountsDatabase.url, env: { PORT: accountsPort } }
  accounts = await bootNamed('accounts', settings)
}

test('401: a key minted after the backup that was restored; every other key works in every call', async () => {
  const [old, revoked] = [await mint(), await mint()]
  await synced()
  await backUp()
  const minted = await mint()
  await operator().delete(`/admin/v1/api-keys/${revoked.id}`)
  expect(await statusAt(gateway, minted)).toBe(200)
  await eventually('the key is refused', async () => (await statusAt(gateway, revoked)) === 401)
  await synced()

  let isDone = false
  const statuses = new Set<number>()
  // Every 0.2 s: the limit is 100 requests a minute and key.
  const calls = eventually(
    'the end',
    async () => {
      statuses.add(await statusAt(gateway, old))
      return isDone
    },
    90_000,
    200,
  )
  await restore()
  await eventually('the key is refused', async () => (await statusAt(gateway, minted)) === 401, 10_000, 200)
  await synced()
  isDone = true
  await calls
  expect([...statuses]).toEqual([200])

  const fresh = await startFresh()
  await eventually(
    'the fresh gateway is synced',
    async () => (await readMetric(fresh, 'gateway_key_feed_fresh')) === 1,
  )
  for (const each of [gateway, fresh]) {
    expect(await statusAt(each, minted)).toBe(401)
    expect(await statusAt(each, old)).toBe(200)
    // The revocation was after the backup too: the bucket remembered it.
    expect(await statusAt(each, revoked)).toBe(401)
  }
  // A key whose id the lost key had.
  const next = await mint()
  await synced()
  expect(await statusAt(fresh, next)).toBe(200)
  expect(await statusAt(fresh, minted)).toBe(401)
  await operator().delete(`/admin/v1/api-keys/${old.id}`)
  await eventually(
    'a revocation still takes effect',
    async () => (await statusAt(fresh, old)) === 401,
    10_000,
    200,
  )
  await fresh.stop()
})
