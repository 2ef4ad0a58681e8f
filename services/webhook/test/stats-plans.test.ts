import { openDb } from '@jobboard/db/db'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookEnv } from '../src/env.ts'
import { service } from '../src/service.ts'
import { deleteOldAttemptHours, listAttemptHours, listPending } from '../src/stats/store.ts'

// FAULTS=long: a million attempts and as many deliveries that wait; otherwise small enough for every run.
const ATTEMPTS = process.env.FAULTS === 'long' ? 1_000_000 : 40_000
const now = new Date('2030-01-31T12:00:00Z')

let webhook: Booted<WebhookEnv>
beforeAll(async () => {
  webhook = await boot(service, { env: { ACCOUNTS_URL: 'http://127.0.0.1:9' } })
  const filling = openDb({ url: webhook.databaseUrl, poolSize: 1, queryTimeoutMs: 250_000 })
  const { sql } = filling
  // Attempts of 90 days of 200 subscriptions: 5 an hour for each of a million.
  await sql`
    insert into subscription (employer_id, url, events, secret, created_at)
    select 1, 'https://example.com', '{job.expired}', '\\x00', ${now} from generate_series(1, 200)`
  await sql`
    insert into attempt_hour (subscription_id, hour, succeeded, failed, durations)
    select s, ${now}::timestamptz - h * interval '1 hour', 3, 2, array_fill(1, array[52])
    from generate_series(1, 200) as s, generate_series(0, ${Math.ceil(ATTEMPTS / 200 / 5)}::integer) as h`
  await sql`
    with made as (
      insert into event (id, employer_id, type, body, occurred_at)
      select gen_random_uuid(), 1, 'job.expired', '{}', ${now} from generate_series(1, ${ATTEMPTS}::integer) returning id
    )
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), 7, id, ${now}, ${now} from made`
  await sql`vacuum (analyze) attempt_hour, delivery`
  await filling.close()
}, 300_000)
afterAll(() => webhook.stop())

/** The plan of the last statement of `work` and how many pages of 8 kB it read. */
function analyze(work: (sql: Tx) => Promise<unknown>): Promise<{ plan: string; pages: number }> {
  return webhook.deps.db.tx(async (tx) => {
    let plan = ''
    const sql: Sql = async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
      if (text[0]!.includes('set_config')) return tx<R>(text, ...values)
      const lines = await tx<{ 'QUERY PLAN': string }>`
        explain (analyze, buffers, costs off, timing off, summary off) ${fragment(text, ...values)}`
      plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      return [{}] as R[]
    }
    await work(Object.assign(sql, { notify() {} }))
    const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
    return { plan, pages: Number(hit) + Number(read) }
  })
}

test('the figures of 30 days read the hours of one subscription, however many attempts there are (P-480)', async () => {
  const { plan, pages } = await analyze((sql) =>
    listAttemptHours(sql, [7], new Date(now.getTime() - 720 * 3_600_000)),
  )
  expect(plan).toMatch(/attempt_hour_pkey/)
  expect(plan).not.toMatch(/Seq Scan/)
  expect(pages).toBeLessThan(800)
})

test('what waits is counted up to a limit, in the index of what is due', async () => {
  const { plan, pages } = await analyze((sql) => listPending(sql, [7]))
  expect(plan).toMatch(/Index Only Scan using delivery_due on delivery/)
  expect(plan).not.toMatch(/Seq Scan/)
  // At most a page for each one that is not vacuumed.
  expect(pages).toBeLessThan(400)
})

test('deleting old counts reads the oldest ones in an index', async () => {
  const { plan } = await analyze((sql) =>
    deleteOldAttemptHours(sql, new Date(now.getTime() - 90 * 86_400_000), 100),
  )
  expect(plan).toMatch(/attempt_hour_hour/)
})
