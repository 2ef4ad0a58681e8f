import { eventually } from '@jobboard/testkit/eventually'
import { nanos } from '@nats-io/transport-node'
import { afterEach, expect, test } from 'vitest'
import { cleanConsumer } from '../src/consumer/start-consumer.ts'
import { ensureTopology, streamName } from '../src/nats/topology.ts'
import { cleanBudgets } from '../src/retention.ts'
import { silentLog } from './support/open.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const RETENTION = { inboxDays: 30, deadLetterDays: 90 }

test('old inbox rows and dead letters of a consumer are deleted in batches and counted in the log; waiting events never (P-73)', async () => {
  const { db } = broker
  await db.sql`
    insert into inbox (consumer, event_id, received_at)
    select 'a', 'old-' || i, now() - interval '31 days' from generate_series(1, 12000) as i`
  await db.sql`
    insert into inbox (consumer, event_id, received_at)
    values ('a', 'new', now() - interval '29 days'), ('b', 'old', now() - interval '31 days')`
  await db.sql`
    insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts, parked_at)
    select consumer, event_id, 's', '1', 1, '', '{}', 'e', 8, now() - make_interval(days => days)
    from (values ('a', 'old', 91), ('a', 'new', 89), ('b', 'old', 91)) as letter (consumer, event_id, days)`
  await db.sql`
    insert into event_attempt (consumer, event_id, attempts, last_at, due_at)
    values ('a', 'waiting', 1, now() - interval '99 days', now()), ('a', 'without an event', 1,
      now() - interval '99 days', null)`
  const logged: unknown[] = []
  const log = { ...silentLog, warn: (details: object) => void logged.push(details) }
  expect(await cleanConsumer(db, 'a', RETENTION, log)).toEqual({ inbox: 12_000, deadLetters: 1 })
  expect(logged).toEqual([{ consumer: 'a', deadLetters: 1, deadLetterDays: 90 }])
  expect(await cleanConsumer(db, 'a', RETENTION, log)).toEqual({ inbox: 0, deadLetters: 0 })
  expect(logged).toHaveLength(1)
  const left = [
    { consumer: 'a', eventId: 'new' },
    { consumer: 'b', eventId: 'old' },
  ]
  expect(await db.sql`select consumer, event_id from inbox order by 1`).toEqual(left)
  expect(await db.sql`select consumer, event_id from dead_letter order by 1`).toEqual(left)
  expect(await db.sql`select event_id from event_attempt`).toEqual([{ eventId: 'waiting' }])
})

test.each([
  ['29 days', 29, undefined],
  ['30 days', 30, 30],
  ['no limit', 0, 'unlimited'],
])(
  'an inbox of 30 days beside a stream of %s: warned when a redelivered event could take effect again',
  async (_title, days, warned) => {
    const { jsm } = broker.bus
    await ensureTopology(broker.bus, ['jobs'])
    await jsm.streams.update(streamName('jobs'), { max_age: nanos(days * 86_400_000) })
    const warnings: object[] = []
    const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
    broker.startConsumer({ retention: RETENTION, log })
    await eventually('the consumer waits for events', async () => {
      const info = await jsm.consumers.info(streamName('jobs'), DURABLE).catch(() => undefined)
      return info !== undefined && info.num_waiting > 0
    })
    const expected = { consumer: DURABLE, stream: streamName('jobs'), streamDays: warned, inboxDays: 30 }
    expect(warnings).toEqual(warned === undefined ? [] : [expected])
  },
)

test('byte budgets go a week after their day (P-280)', async () => {
  const { db } = broker
  await db.sql`
    insert into byte_budget
    select 'candidate:' || n, (now() at time zone 'UTC')::date - days, 1
    from generate_series(1, 6000) as n, unnest(array[0, 7, 8, 30]) as days`
  expect(await cleanBudgets(db)).toBe(12_000)
  const left = await db.sql`
    select distinct (now() at time zone 'UTC')::date - day as days from byte_budget order by 1`
  expect(left).toEqual([{ days: 0 }, { days: 7 }])
  await db.sql`truncate byte_budget`
})
