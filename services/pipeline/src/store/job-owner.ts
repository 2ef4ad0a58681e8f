import type { Sql } from '@jobboard/db/sql'

/** The employer that owns a job, or undefined when the copy has no row for it. */
async function findJobOwner(sql: Sql, jobId: number): Promise<number | undefined> {
  const [row] = await sql<{ employerId: number }>`select employer_id from job_owner where job_id = ${jobId}`
  return row?.employerId
}

/** Stores the owner of a job. Throws when the job is stored with another employer: a job never changes its owner. */
export async function saveJobOwner(sql: Sql, jobId: number, employerId: number): Promise<void> {
  const inserted = await sql`
    insert into job_owner (job_id, employer_id) values (${jobId}, ${employerId}) on conflict do nothing returning 1`
  if (inserted.length > 0) return
  const owner = await findJobOwner(sql, jobId)
  if (owner !== employerId) throw new Error(`job ${jobId} is stored with another employer`)
}
