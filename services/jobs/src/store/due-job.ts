import type { Sql, Tx } from '@jobboard/db/sql'
import type { Job } from '../domain/job.ts'
import { jobColumns } from './job.ts'

/** True when an Active job's expiryDate has passed; reads one index entry. */
export async function hasDueJob(sql: Sql, now: Date): Promise<boolean> {
  const rows = await sql`select from job where status = 'Active' and expiry_date <= ${now} limit 1`
  return rows.length > 0
}

/** Expires up to `limit` Active jobs whose expiryDate has passed and returns their new state (D-25), the one
 * that `asOf` computes for readers before it is stored. */
export async function expireDueJobs(sql: Tx, now: Date, limit: number): Promise<Job[]> {
  // Skip locked: replicas expire different jobs, and a job that a request is changing waits for the next run.
  return sql<Job>`
    with due as materialized (
      select id as due_id from job where status = 'Active' and expiry_date <= ${now}
      order by expiry_date limit ${limit} for update skip locked
    )
    update job set status = 'Expired', updated_at = expiry_date, version = version + 1
    from due where job.id = due.due_id
    returning ${jobColumns}`
}
