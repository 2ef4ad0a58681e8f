import type { Sql } from '@jobboard/db/sql'
import { boot } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { deleteOldAudit } from '../src/audit/store.ts'
import { deleteOldAuditRows, service } from '../src/service.ts'

test('audit rows go after AUDIT_RETENTION_DAYS, in batches; younger ones stay', async () => {
  const accounts = await boot(service, { env: { AUDIT_RETENTION_DAYS: '30' } })
  const { db } = accounts.deps
  const insert = (sql: Sql, days: number, count: number) => sql`
    insert into audit (service, actor, action, object, request_id, at)
    select 'jobs', 'olga', 'update', 'job 1', 'r', now() - make_interval(days => ${days}::integer)
    from generate_series(1, ${count}::integer)`
  const count = async (sql: Sql) => (await sql<{ n: number }>`select count(*) as n from audit`)[0]!.n
  // Until the commit the timer of the service does not see the rows.
  await db.tx(async (sql) => {
    await insert(sql, 31, 2_100)
    await insert(sql, 29, 4)
    expect(await deleteOldAudit(sql, new Date(Date.now() - 30 * 86_400_000), 100)).toHaveLength(100)
    expect(await count(sql)).toBe(2_004)
  })
  await Promise.all([deleteOldAuditRows.run(accounts.deps), deleteOldAuditRows.run(accounts.deps)])
  await deleteOldAuditRows.run(accounts.deps)
  expect(await count(db.sql)).toBe(4)
  await accounts.stop()
})
