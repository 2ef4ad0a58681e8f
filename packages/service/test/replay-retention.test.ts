import type { Sql, Tx } from '@jobboard/db/sql'
import { deleteOldReplays } from '@jobboard/events/publisher/replay'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldProgress } from '../src/resync/resyncs.ts'
import { deleteOldResyncs } from '../src/resync/store.ts'
import { bookService } from './support/book-service.ts'

let service: Booted
beforeAll(async () => {
  service = await boot(bookService, { env: { REPLAY_RETENTION_DAYS: '20' } })
})
afterAll(() => service.stop())

test('ended resyncs and replays go after REPLAY_RETENTION_DAYS, in batches; younger and running ones stay', async () => {
  const insert = async (sql: Tx, days: number, count: number) => {
    await sql`
      insert into resync (started_at, finished_at, total)
      select now() - interval '30 days', now() - make_interval(days => ${days}::int), 0
      from generate_series(1, ${count}::int)`
    await sql`
      insert into outbox_replay (reason, since, cursor_id, until_id, requested_at, finished_at)
      select 'operator', now(), 0, 0, now() - interval '30 days', now() - make_interval(days => ${days}::int)
      from generate_series(1, ${count}::int)`
  }
  const counts = async (sql: Sql) => {
    const [row] = await sql`
      select (select count(*) from resync) as resyncs, (select count(*) from outbox_replay) as replays`
    return row
  }
  const { db } = service.deps
  // Until the commit the timer of the service does not see the rows.
  await db.tx(async (sql) => {
    await insert(sql, 21, 1_200)
    await insert(sql, 19, 3)
    await sql`insert into resync (started_at, total) values (now() - interval '30 days', 0)`
    const before = new Date(Date.now() - 20 * 86_400_000)
    expect(await deleteOldResyncs(sql, before, 100)).toHaveLength(100)
    expect(await deleteOldReplays(sql, before, 100)).toHaveLength(100)
    expect(await counts(sql)).toEqual({ resyncs: 1_104, replays: 1_103 })
  })
  await Promise.all([deleteOldProgress.run(service.deps), deleteOldProgress.run(service.deps)])
  await deleteOldProgress.run(service.deps)
  expect(await counts(db.sql)).toEqual({ resyncs: 4, replays: 3 })
})
