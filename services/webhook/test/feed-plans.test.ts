import { randomUUID } from 'node:crypto'
import {
  defaultEvents,
  subscribableEvents,
  type WebhookEvent,
} from '@jobboard/contracts/webhooks/public-events'
import { openDb } from '@jobboard/db/db'
import { fragment, type Sql } from '@jobboard/db/sql'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookEnv } from '../src/env.ts'
import { listFeed } from '../src/events/store.ts'
import { service } from '../src/service.ts'

// FAULTS=long: a million events of one employer; otherwise small enough for every run.
const EVENTS = process.env.FAULTS === 'long' ? 1_000_000 : 40_000
const EMPLOYER = 7
const now = new Date('2030-01-31T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const oldest = daysAgo(30)
/** The id of the event with this number. */
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

let webhook: Booted<WebhookEnv>
beforeAll(async () => {
  webhook = await boot(service, { env: { ACCOUNTS_URL: 'http://127.0.0.1:9' } })
  const filling = openDb({ url: webhook.databaseUrl, poolSize: 1, queryTimeoutMs: 250_000 })
  const { sql } = filling
  // Vacuum marks only pages with flushed commits all-visible; the test server commits asynchronously.
  await sql`set synchronous_commit = on`
  // Events of 90 days, of which the feed has a third; one of 10 000 is an erasure. As many of other employers.
  for (const employer of [EMPLOYER, 0]) {
    await sql`
      insert into event (id, employer_id, type, body, occurred_at, feed_number, feed_time)
      select case when ${employer}::integer = 0 then gen_random_uuid() else ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid end,
        case when ${employer}::integer = 0 then 100 + i % 50 else ${employer}::integer end,
        case when i % 10000 = 5000 then 'application.erased' else (${defaultEvents as unknown as string[]}::text[])[1 + i % 3] end,
        convert_to(json_build_object('id', i, 'data', repeat('x', 200))::text, 'utf8'),
        occurred_at, i, occurred_at
      from generate_series(1, ${EVENTS}::integer) as i cross join lateral (
        select ${daysAgo(90)}::timestamptz + i * (interval '90 days' / ${EVENTS}::integer) as occurred_at) as times`
  }
  // A transaction of another test on the same server can delay this.
  await eventually('all pages are all-visible', async () => {
    await sql`vacuum (analyze) event`
    const [table] = await sql`
      select from pg_class where oid = 'event'::regclass and relallvisible = relpages`
    return table
  })
  await filling.close()
}, 300_000)
afterAll(() => webhook.stop())

/** The plan of a read of the feed, the pages of 8 kB that it read, and its ids. */
async function explain(query: Partial<Parameters<typeof listFeed>[2]>) {
  const { sql } = webhook.deps.db
  const whole = {
    types: defaultEvents,
    oldest,
    after: undefined,
    since: undefined,
    order: 'oldest' as const,
    limit: 51,
    ...query,
  }
  let plan = ''
  const explaining: Sql = async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
    const lines = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, buffers, costs off, timing off, summary on) ${fragment(text, ...values)}`
    plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    return [{ id: null, lastId: null }] as R[]
  }
  await listFeed(explaining, EMPLOYER, whole)
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
  const { events, lastId } = await listFeed(sql, EMPLOYER, whole)
  return { plan, pages: Number(hit) + Number(read), ids: events.map(({ id }) => id), lastId }
}

const erased: readonly WebhookEvent[] = ['application.erased']
const third = Math.round((EVENTS * 2) / 3)
const reads: Record<string, [query: Partial<Parameters<typeof listFeed>[2]>, maxPages: number]> = {
  'what follows an event': [{ after: idOf(third + 100) }, 250],
  'what follows an event near the end': [{ after: idOf(EVENTS - 10) }, 100],
  'the beginning': [{}, 250],
  'since a time': [{ since: daysAgo(1) }, 250],
  'a rare type, from the beginning': [{ types: erased }, 30 + EVENTS / 5_000],
  'a rare type after an old event': [{ types: erased, after: idOf(third + 100) }, 30 + EVENTS / 5_000],
  'all types after an event': [{ types: subscribableEvents, after: idOf(third + 100) }, 300],
  'the newest events': [{ order: 'newest' }, 250],
  'what came before an event': [{ order: 'newest', after: idOf(EVENTS - 10) }, 250],
  'a rare type, newest first': [{ order: 'newest', types: erased }, 30 + EVENTS / 5_000],
  'an event that no feed has': [{ after: randomUUID() }, 60],
}

test.each(Object.entries(reads))(
  '%s: reads a range of an index for each type, not what lies between',
  async (_, [query, maxPages]) => {
    const { plan, pages, lastId } = await explain(query)
    expect(plan).toMatch(/Index Only Scan (?:Backward )?using event_feed_type on event/)
    expect(plan).not.toMatch(/Seq Scan on event|event_occurred/)
    expect(pages, plan).toBeLessThan(maxPages)
    expect(lastId).toBe(idOf(EVENTS))
  },
)

test('since a time, of events that a release before feed_time stored: skipped in the index, without a look at the table', async () => {
  await webhook.deps.db
    .sql`update event set feed_time = null where employer_id = ${EMPLOYER} and feed_number > ${EVENTS - 20_000}`
  const { plan, ids } = await explain({ since: daysAgo(1) })
  expect(plan).toMatch(/Index Only Scan using event_feed_time on event/)
  expect(plan).not.toMatch(/Seq Scan on event|event_occurred/)
  const [first] = await webhook.deps.db.sql<{ id: string }>`
    select id from event where employer_id = ${EMPLOYER} and occurred_at >= ${daysAgo(1)}
      and type <> 'application.erased' order by feed_number limit 1`
  expect(ids[0]).toBe(first!.id)
})
