import { openDb } from '@jobboard/db/db'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Booted } from '@jobboard/testkit/boot'
import { boot } from '@jobboard/testkit/boot'
import { explaining } from '@jobboard/testkit/explain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnusedEvents, listAllDeliveries, restartGivenUp } from '../src/deliveries/store.ts'
import type { WebhookEnv } from '../src/env.ts'
import { listDueDeliveries, listNewlyDue, planByIndex } from '../src/sending/store.ts'
import { service } from '../src/service.ts'

// FAULTS=long: the sizes of the design; otherwise small enough for every run.
const isLong = process.env.FAULTS === 'long'
const SUBSCRIPTIONS = isLong ? 10_000 : 1_000
const RETRIES = isLong ? 500_000 : 20_000
const HELD = isLong ? 100_000 : 10_000
const now = new Date('2030-01-31T12:00:00Z')
const second = (n: number) => new Date(now.getTime() + n * 1_000)

let webhook: Booted<WebhookEnv>
beforeAll(async () => {
  webhook = await boot(service, { env: { ACCOUNTS_URL: 'http://127.0.0.1:9' } })
  const filling = openDb({ url: webhook.databaseUrl, poolSize: 1, queryTimeoutMs: 250_000 })
  const { sql } = filling
  const insert = (count: number, dueAt: Date, subscription: 'spread' | 'disabled') => sql`
    with made as materialized (
      select gen_random_uuid() as event_id, case when ${subscription} = 'disabled' then ${SUBSCRIPTIONS}::integer
        else 1 + i % (${SUBSCRIPTIONS}::integer - 1) end as subscription_id
      from generate_series(1, ${count}::integer) as i
    ), events as (
      insert into event (id, employer_id, type, body, occurred_at)
      select event_id, 1, 'job.expired', '{}', ${second(-7_200)} from made
    )
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), subscription_id, event_id, ${dueAt}, ${second(-7_200)} from made`
  await sql`
    insert into subscription (employer_id, url, events, secret, status, created_at)
    select 1, 'https://example.com', '{job.expired}', '\\x00', case when i = ${SUBSCRIPTIONS}::integer then 'Disabled' else 'Active' end, ${now}
    from generate_series(1, ${SUBSCRIPTIONS}::integer) as i`
  for (let i = 0; i < RETRIES; i += 10_000) await insert(10_000, second(3_600 + i / 1_000), 'spread')
  for (let i = 0; i < HELD; i += 10_000) await insert(10_000, second(-3_600), 'disabled')
  await insert(20, second(-1), 'spread')
  await sql`vacuum (analyze) delivery, event, subscription`
  await filling.close()
}, 300_000)
afterAll(() => webhook.stop())

/** The plan of the last statement of `work`, and how many pages of 8 KB it read. */
function analyze(work: (sql: Tx) => Promise<unknown>): Promise<{ plan: string; pages: number }> {
  return webhook.deps.db.readTx(async (tx) => {
    await planByIndex(tx)
    let plan = ''
    const sql: Sql = async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
      const lines = await tx<{ 'QUERY PLAN': string }>`
        explain (analyze, buffers, costs off, timing off, summary off) ${fragment(text, ...values)}`
      plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      return [] as R[]
    }
    await work(Object.assign(sql, { notify() {} }))
    // The first line with buffers is that of the whole statement.
    const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
    return { plan, pages: Number(hit) + Number(read) }
  })
}

const capacity = {
  shards: Array.from({ length: 64 }, (_, i) => i),
  subscriptionIds: Array.from({ length: 20 }, (_, i) => 2 + i),
  inFlight: { deliveryIds: [], fullSubscriptionIds: [] },
  perSubscription: 50,
  total: 500,
}

test('finding newly due subscriptions reads the due ones in an index: not the retries, the held, or the subscriptions', async () => {
  const some = await analyze((sql) => listNewlyDue(sql, second(-10), now))
  expect(some.plan).toMatch(/Index (Only )?Scan (using|on) delivery_due_time/)
  expect(some.plan).not.toMatch(/Seq Scan/)
  expect(some.pages).toBeLessThan(20)
  const none = await analyze((sql) => listNewlyDue(sql, second(-10), second(-5)))
  expect(none.pages).toBeLessThan(10)
})

test('reading due deliveries costs a few pages for each candidate, whatever else exists', async () => {
  const { plan, pages } = await analyze((sql) => listDueDeliveries(sql, capacity, now))
  expect(plan).toMatch(/Index Scan using delivery_due on delivery/)
  expect(plan).not.toMatch(/Seq Scan on (delivery|event)/)
  expect(pages).toBeLessThan(600)
})

test('deleting old events reads the oldest ones in an index and looks up the deliveries of each', async () => {
  const { sql, plans } = explaining(webhook.deps.db.sql)
  await deleteUnusedEvents(sql, now, 1_000)
  expect(plans[0]).toMatch(/Index Scan using event_occurred on event/)
  expect(plans[0]).toMatch(/Index Only Scan using delivery_event on delivery/)
  expect(plans[0]).not.toMatch(/Seq Scan on delivery|Anti Join/)
})

test('the list over all subscriptions and recover use their indexes (P-181)', async () => {
  const { sql, plans } = explaining(webhook.deps.db.sql)
  const page = { page: 1, pageSize: 50, world: 'live' as const }
  await listAllDeliveries(sql, page)
  await listAllDeliveries(sql, { ...page, status: 'DeadLettered', since: now })
  await listAllDeliveries(sql, { ...page, subscriptionId: 5 })
  const after = { createdAt: now, id: '00000000-0000-0000-0000-000000000000' }
  await restartGivenUp(sql, 5, { after, until: now, limit: 1_000 }, now)
  const [, all, counted, filtered, , ofOne, recovered] = plans
  expect(all).toMatch(/Index Scan using delivery_status on delivery/)
  expect(counted).toMatch(/Index Only Scan using delivery_status on delivery/)
  expect(filtered).toMatch(/Index Scan using delivery_status on delivery/)
  expect(ofOne).toMatch(/Index Scan using delivery_list on delivery/)
  expect(recovered).toMatch(/Index (Only )?Scan using delivery_given_up on delivery/)
  for (const plan of [all, filtered, ofOne]) expect(plan).not.toMatch(/Seq Scan on delivery/)
})
