import type { Sql } from '@jobboard/db/sql'
import { boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFinishedDeliveries } from '../src/deliveries/store.ts'
import { deleteOldDeliveries } from '../src/deliveries/timers.ts'
import { service } from '../src/service.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const OLD = 2_500

/** Inserts `count` deliveries of one event and one attempt each, that finished `days` ago. */
const insert = (sql: Sql, subscriptionId: number, status: string, days: number, count: number) => sql`
    with new_event as (
      insert into event (id, employer_id, type, body, occurred_at)
      select gen_random_uuid(), 1, 'job.expired', '', now() - make_interval(days => ${days}::integer)
      from generate_series(1, ${count}::integer) returning id, occurred_at
    ), new_delivery as (
      insert into delivery (id, subscription_id, event_id, status, attempts, due_at, created_at, finished_at)
      select gen_random_uuid(), ${subscriptionId}, id, ${status}, 1, occurred_at, occurred_at,
        case when ${status} <> 'Pending' then occurred_at end
      from new_event returning id
    )
    insert into attempt (delivery_id, number, started_at, duration_ms)
    select id, 1, now(), 1 from new_delivery`

const counts = async (sql: Sql) => {
  const [row] = await sql<{ deliveries: number; attempts: number; events: number }>`
    select (select count(*) from delivery) as deliveries, (select count(*) from attempt) as attempts,
      (select count(*) from event) as events`
  return row
}

test('finished deliveries, their attempts and events go after 90 days; young and held ones stay; two replicas at once (P-87)', async () => {
  const { id } = await system.subscribe()
  const { db } = system.webhook.deps
  await db.sql`update subscription set status = 'Disabled' where id = ${id}`
  const second = await boot(service, {
    databaseUrl: system.webhook.databaseUrl,
    natsUrl: system.webhook.natsUrl,
    env: system.env,
  })
  // Until the commit the timers of the two replicas do not see the rows.
  await db.tx(async (sql) => {
    await insert(sql, id, 'Succeeded', 91, OLD)
    await insert(sql, id, 'DeadLettered', 89, 3)
    await insert(sql, id, 'Pending', 200, 2)
    const before = new Date(Date.now() - 90 * 86_400_000)
    expect(await deleteFinishedDeliveries(sql, before, 100)).toHaveLength(100)
    expect(await counts(sql)).toEqual({ deliveries: OLD - 95, attempts: OLD - 95, events: OLD + 5 })
  })

  await Promise.all([system.webhook.deps, second.deps].map((deps) => deleteOldDeliveries.run(deps)))
  // Rows that the other replica was deleting were skipped.
  await deleteOldDeliveries.run(system.webhook.deps)
  expect(await counts(db.sql)).toEqual({ deliveries: 5, attempts: 5, events: 5 })
  await second.stop()
})

test('deleted subscriptions go with the last that names them, replays 90 days after their end; others stay (P-286)', async () => {
  const { sql } = system.webhook.deps.db
  const remove = async () => {
    const { id } = await system.subscribe()
    await system.admin.delete(`/admin/v1/webhook-subscriptions/${id}`)
    await sql`update subscription set created_at = now() - interval '91 days' where id = ${id}`
    return id
  }
  const insertReplay = (id: number, days: number) => sql`
    insert into subscription_replay
      (subscription_id, since, until, types, after_number, last_number, count, continued_at, created_at, finished_at)
    values (${id}, now(), now(), '{}', 1, 1, 1, now(), now(), now() - make_interval(days => ${days}::integer))`
  const unused = await remove()
  const withDelivery = await remove()
  const withOldReplay = await remove()
  const withReplay = await remove()
  const { id: kept } = await system.subscribe()
  await sql`update subscription set created_at = now() - interval '91 days' where id = ${kept}`
  await insert(sql, withDelivery, 'Cancelled', 89, 1)
  await insertReplay(withOldReplay, 91)
  await insertReplay(withReplay, 89)
  await deleteOldDeliveries.run(system.webhook.deps)
  const rows = await sql<{ id: number }>`
    select id from subscription where id = any(${[unused, withDelivery, withOldReplay, withReplay, kept]}::integer[])
    order by id`
  expect(rows.map(({ id }) => id)).toEqual([withDelivery, withReplay, kept])
})
