import type { Tx } from '@jobboard/db/sql'
import { purgeCredits } from '@jobboard/ledger/entries'

/** Deletes what this service has of a retired sandbox: at most 200 jobs and 2 000 copies of applications. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  await sql`delete from job where sandbox_id = ${sandboxId}`
  await sql`delete from application_copy where employer_id = ${sandboxId}`
  await sql`delete from employer_copy where employer_id = ${sandboxId}`
  await purgeCredits(sql, sandboxId)
  return { isDone: true }
}
