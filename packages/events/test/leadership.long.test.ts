import type { Db } from '@jobboard/db/db'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { forkFixture } from './support/fork-fixture.ts'
import { countLockHolders } from './support/lock-holders.ts'
import { changeParcel } from './support/parcel.ts'
import { openTestBroker } from './support/test-broker.ts'

// With the real times: the session of a leader ends after 10 s.
const broker = openTestBroker()
afterEach(() => broker.reset())

const published = () =>
  eventually('every event is published', async () => {
    return (await broker.db.sql`select 1 from outbox where published_at is null limit 1`).length === 0
  })

test('a suspended leader does not lead when it continues', async () => {
  const first = forkFixture(broker, 'relay')
  await changeParcel(broker.db, 1)
  await published()
  first.signal('SIGSTOP')
  const relay = broker.startRelay()
  await changeParcel(broker.db, 2)
  await published()
  expect(relay.counts()).toMatchObject({ leader: 1, published: 1 })

  first.signal('SIGCONT')
  for (let i = 0; i < 20; i++) await changeParcel(broker.db, i % 5)
  await published()
  expect(await countLockHolders(broker.db)).toBe(1)
  expect(relay.counts()).toMatchObject({ leader: 1, published: 21 })
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
  const SECONDS = 6
  // biome-ignore lint/plugin: what an idle leader does in this time is the subject.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const before = statements + proxy.received()
  // biome-ignore lint/plugin: as above.
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  expect(statements + proxy.received() - before).toBeLessThanOrEqual(SECONDS)
  await relay.stop()
  await proxy.stop()
})
