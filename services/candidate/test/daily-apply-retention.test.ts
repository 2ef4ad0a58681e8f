import { boot } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { deletePastDays } from '../src/applications/store.ts'
import { deletePastDailyApplies, service } from '../src/service.ts'

test('daily counts go after DAILY_APPLY_RETENTION_DAYS, in batches; the days after stay', async () => {
  const candidate = await boot(service)
  const { sql } = candidate.deps.db
  const insert = (days: number, count: number) => sql`
    insert into daily_apply (candidate_id, day, used)
    select n, (now() at time zone 'utc')::date - ${days}::integer, 1 from generate_series(1, ${count}::integer) n`
  const count = async () => (await sql<{ n: number }>`select count(*) as n from daily_apply`)[0]!.n
  await insert(40, 2_100)
  await insert(29, 3)
  await insert(0, 2)
  const today = new Date().toISOString().slice(0, 10)
  expect(await deletePastDays(sql, today, 100)).toHaveLength(100)
  await Promise.all([deletePastDailyApplies.run(candidate.deps), deletePastDailyApplies.run(candidate.deps)])
  await deletePastDailyApplies.run(candidate.deps)
  expect(await count()).toBe(5)
  await candidate.stop()
})
