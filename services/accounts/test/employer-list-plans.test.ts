import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEmployerPage } from '../src/employers/store.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
})
afterAll(() => accounts.stop())

test('a start of a name and a page of employers read indexes only, whatever the plan cache does', async () => {
  const { db } = accounts.deps
  await db.tx(async (sql) => {
    // Vacuum marks only pages with flushed commits all-visible; the test server commits asynchronously.
    await sql`set local synchronous_commit = on`
    await sql`
      insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
      select md5(i::text), false, false, now(), 1 from generate_series(1, 50000) as i`
  })
  await eventually('all pages are all-visible', async () => {
    await db.sql`vacuum (analyze) employer`
    const [table] = await db.sql`
      select from pg_class where oid = 'employer'::regclass and relallvisible = relpages`
    return table
  })
  const scans = async (q?: string) => {
    const { sql, plans } = explaining(db.sql)
    await listEmployerPage(sql, { q, world: 'live', page: 1, pageSize: 50 })
    return (
      plans
        .flatMap((plan) => plan.match(/(Seq|Index|Bitmap).* Scan.*/g) ?? [])
        .map((scan) => scan.trim())
        // Which employers are sandboxes: a few hundred rows, read once.
        .filter((scan) => !/employer_sandbox|retired_sandbox/.test(scan))
    )
  }
  for (const q of ['a', 'ada', 'adalind']) {
    expect(await scans(q)).toEqual([
      'Index Only Scan using employer_name on employer employer_2',
      expect.stringMatching(/^Index Scan( Backward)? using employer_pkey on employer$/),
    ])
  }
  // The count of all may read the table, whose rows are hardly wider than their index entries.
  expect((await scans()).at(-1)).toBe('Index Scan Backward using employer_pkey on employer employer_1')
})
