import type { Sql } from '@jobboard/db/sql'
import { boot } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { deletePastDays } from '../src/applications/store.ts'
import { deletePastDailyApplies, service } from '../src/service.ts'

test('daily counts go after DAILY_APPLY_RETENTION_DAYS, in batches; the days after stay', async () => {
  const candidate = await boot(service)
  const { db } = candidate.deps
  const insert = (sql: Sql, days: number, count: number) => sql`
    insert into daily_apply (candidate_id, day, used)
    select n, (now() at time zone 'utc')::date - ${days}::integer, 1 from generate_series(1, ${count}::integer) n`
  // Until the commit the timer of the service does not see the rows.
  await db.tx(async (sql) => {
    await insert(sql, 40, 2_100)
    await insert(sql, 29, 3)
    await insert(sql, 0, 2)
    const today = new Date().toISOString().slice(0, 10)
    expect(await deletePastDays(sql, today, 100)).toHaveLength(100)
  })
  await Promise.all([deletePastDailyApplies.run(candidate.deps), deletePastDailyApplies.run(candidate.deps)])
  await deletePastDailyApplies.run(candidate.deps)
  expect(await db.sql`select 1 from daily_apply`).toHaveLength(5)
  await candidate.stop()
})
