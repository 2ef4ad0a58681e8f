import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb } from '@jobboard/db/db'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { countEffects } from './support/effect.ts'
import { forkFixture } from './support/fork-fixture.ts'
import { openConnectedBus } from './support/open.ts'
import { changeParcel } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const FAILOVER_MS = 40_000

async function unpublished(): Promise<number> {
  const [row] = await broker.db.sql<{ rows: number }>`
    select count(*) as rows from outbox where published_at is null`
  return row!.rows
}
const published = (deadlineMs?: number) =>
  eventually('every event is published', async () => (await unpublished()) === 0, deadlineMs)

/** Sessions that hold the leader lock of this schema. */
const holders = async () =>
  (
    await broker.db.sql`
      select pid from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and locktype = 'advisory' and granted and objid::bigint = hashtext(current_schema())::bigint & 4294967295`
  ).length

test('a suspended leader loses the lead within its session timeout, and does not lead when it continues', async () => {
  const first = forkFixture(broker, 'relay')
  await changeParcel(broker.db, 1)
  await published()
  first.signal('SIGSTOP')
  const relay = broker.startRelay()
  for (let i = 0; i < 20; i++) await changeParcel(broker.db, i % 5)
  await published(FAILOVER_MS)
  expect(relay.counts()).toMatchObject({ leader: 1, published: 20 })

  first.signal('SIGCONT')
  broker.startConsumer()
  for (let i = 0; i < 20; i++) await changeParcel(broker.db, i % 5)
  await broker.drained(41)
  expect(await countEffects(broker.db)).toEqual({ total: 41, distinct: 41 })
  expect(await holders()).toBe(1)
  expect(relay.counts()).toMatchObject({ leader: 1, published: 40 })
}, 120_000)

test('a leader without NATS leaves the lead to a replica that has it', async () => {
  const proxy = await openCuttableProxy(broker.nats.url)
  const cutOffBus = await openConnectedBus(proxy.url)
  const cutOff = broker.startRelay({ bus: cutOffBus })
  await eventually('the first relay leads', async () => cutOff.counts().leader === 1)
  const follower = broker.startRelay()
  proxy.cut()
  await changeParcel(broker.db, 1)
  await published(FAILOVER_MS)
  expect([cutOff.counts().leader, follower.counts().leader]).toEqual([0, 1])
  await cutOff.stop()
  proxy.restore()
  await cutOffBus.close()
  await proxy.stop()
}, 120_000)

test('a leader that cannot reach Postgres counts as leader no longer', async () => {
  const proxy = await openCuttableProxy(broker.url)
  const db = openDb({ url: proxy.url })
  const relay = broker.startRelay({ db })
  await eventually('the relay leads', async () => relay.counts().leader === 1)
  proxy.cut()
  await eventually('the relay does not lead', async () => relay.counts().leader === 0, FAILOVER_MS)
  proxy.restore()
  await eventually('the relay leads again', async () => relay.counts().leader === 1, FAILOVER_MS)
  await relay.stop()
  await db.close()
  await proxy.stop()
}, 120_000)

test('followers query the lock at a fixed rate, however many commits wake the leader', async () => {
  broker.startRelay()
  await changeParcel(broker.db, 0)
  await published()
  const proxy = await openCuttableProxy(broker.url)
  const follower = broker.startRelay({ db: { ...broker.db, directUrl: proxy.url } })
  await eventually('the follower has tried the lock', async () => proxy.received() > 0)
  const before = proxy.received()
  const COMMITS = 300
  for (let i = 0; i < COMMITS; i++) await changeParcel(broker.db, i % 10)
  expect(proxy.received() - before).toBeLessThan(COMMITS / 10)
  await follower.stop()
  await proxy.stop()
})

test('an idle leader sends at most one statement a second', async () => {
  const proxy = await openCuttableProxy(broker.url)
  let statements = 0
  const counted: Db['sql'] = (text, ...values) => {
    statements++
    return broker.db.sql(text, ...values)
  }
  const relay = broker.startRelay({ db: { ...broker.db, directUrl: proxy.url, sql: counted } })
  await eventually('the relay leads', async () => relay.counts().leader === 1)
  const SECONDS = 12
  await sleep(1_000)
  const before = statements + proxy.received()
  await sleep(SECONDS * 1_000)
  expect(statements + proxy.received() - before).toBeLessThanOrEqual(SECONDS)
  await relay.stop()
  await proxy.stop()
}, 60_000)
