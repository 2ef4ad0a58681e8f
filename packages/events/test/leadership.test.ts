import { openDb } from '@jobboard/db/db'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { leadership } from '../src/publisher/leadership.ts'
import { countEffects } from './support/effect.ts'
import { forkFixture } from './support/fork-fixture.ts'
import { SHORT_LEADER_TIMES } from './support/leader-times.ts'
import { countLockHolders } from './support/lock-holders.ts'
import { openConnectedBus } from './support/open.ts'
import { changeParcel } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

async function unpublished(): Promise<number> {
  const [row] = await broker.db.sql<{ rows: number }>`
    select count(*) as rows from outbox where published_at is null`
  return row!.rows
}
const published = () => eventually('every event is published', async () => (await unpublished()) === 0)

const times = SHORT_LEADER_TIMES

test('a suspended leader loses the lead within its session timeout, and repeats no event when it continues', async () => {
  const first = forkFixture(broker, 'relay', { times })
  await changeParcel(broker.db, 1)
  await published()
  first.signal('SIGSTOP')
  const relay = broker.startRelay({ times })
  for (let i = 0; i < 20; i++) await changeParcel(broker.db, i % 5)
  await published()
  expect(relay.counts().published).toBe(20)

  first.signal('SIGCONT')
  broker.startConsumer()
  for (let i = 0; i < 20; i++) await changeParcel(broker.db, i % 5)
  await broker.drained(41)
  expect(await countEffects(broker.db)).toEqual({ total: 41, distinct: 41 })
  expect(await countLockHolders(broker.db)).toBe(1)
})

test('a leader without NATS leaves the lead to a replica that has it', async () => {
  const proxy = await openCuttableProxy(broker.nats.url)
  const cutOffBus = await openConnectedBus(proxy.url)
  const cutOff = broker.startRelay({ bus: cutOffBus, times })
  await eventually('the first relay leads', async () => cutOff.counts().leader === 1)
  const follower = broker.startRelay({ times })
  proxy.cut()
  proxy.disconnect()
  await changeParcel(broker.db, 1)
  await published()
  expect([cutOff.counts().leader, follower.counts().leader]).toEqual([0, 1])
  await cutOff.stop()
  proxy.restore()
  await cutOffBus.close()
  await proxy.stop()
})

test('a leader that cannot reach Postgres counts as leader no longer', async () => {
  const proxy = await openCuttableProxy(broker.url)
  const db = openDb({ url: proxy.url })
  const relay = broker.startRelay({ db, times })
  await eventually('the relay leads', async () => relay.counts().leader === 1)
  proxy.cut()
  await eventually('the relay does not lead', async () => relay.counts().leader === 0)
  proxy.restore()
  await eventually('the relay leads again', async () => relay.counts().leader === 1)
  await relay.stop()
  await db.close()
  await proxy.stop()
})

test('when another replica gets the lock, a leader that is cut off from Postgres holds it no longer', async () => {
  const proxy = await openCuttableProxy(broker.url)
  const [cutOff, other] = [leadership(proxy.url, 'test', times), leadership(broker.url, 'test', times)]
  expect([await cutOff.tryAcquire(), await other.tryAcquire()]).toEqual([true, false])
  proxy.cut()
  await eventually('the server has ended the session of the leader', () => other.tryAcquire())
  expect([cutOff.isHeld(), other.isHeld()]).toEqual([false, true])
  proxy.restore()
  await cutOff.release()
  await other.release()
  await proxy.stop()
})

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
  // A follower that were woken by each commit would send as many statements; by itself it sends one in 2 s.
  expect(proxy.received() - before).toBeLessThan(COMMITS / 2)
  await follower.stop()
  await proxy.stop()
})
