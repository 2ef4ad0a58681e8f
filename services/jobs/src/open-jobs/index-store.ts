import type { Sql, Tx } from '@jobboard/db/sql'
import type { Job } from '../jobs/job.ts'
import { jobColumns } from '../jobs/store.ts'

/** A job as candidates search it. */
export interface ActiveJob {
  id: number
  postedAt: Date
  terms: string[]
}

/** Whether a job waits; reads one index entry. */
export async function hasQueuedJob(sql: Sql): Promise<boolean> {
  const rows = await sql`select from active_job_queue limit 1`
  return rows.length > 0
}

/** Takes jobs that were changed last from the queue, each once. Waits while another replica has taken some. */
export async function takeQueuedJobs(sql: Tx, limit: number): Promise<number[]> {
  // One at a time: otherwise the older state of a job could be written last.
  await sql`select pg_advisory_xact_lock(hashtext('active_job_queue'), hashtext(current_schema()))`
  const rows = await sql<{ jobId: number }>`
    delete from active_job_queue where id in (select id from active_job_queue order by id desc limit ${limit})
    returning job_id`
  return [...new Set(rows.map(({ jobId }) => jobId))]
}

/** Jobs of any employer, as the last committed change left them. */
export async function listAnyJobs(sql: Sql, ids: number[]): Promise<Job[]> {
  return sql<Job>`select ${jobColumns} from job where id = any(${ids}::int[])`
}

/** Stores jobs as found by their terms; an unchanged row is not written. */
export async function saveActiveJobs(sql: Tx, jobs: ActiveJob[]): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  const times = jobs.map(({ postedAt }) => postedAt)
  // Terms contain neither quotes nor backslashes, so nothing needs escaping.
  const terms = jobs.map((job) => job.terms.map((term) => `'${term}'`).join(' '))
  await sql`
    insert into active_job (job_id, posted_at, terms)
    select * from unnest(${ids}::int[], ${times}::timestamptz[], ${terms}::tsvector[])
    on conflict (job_id) do update set posted_at = excluded.posted_at, terms = excluded.terms
    where (active_job.posted_at, active_job.terms) is distinct from (excluded.posted_at, excluded.terms)`
}

/** Removes jobs that are no longer Active. */
export async function removeActiveJobs(sql: Tx, ids: number[]): Promise<void> {
  await sql`delete from active_job where job_id = any(${ids}::int[])`
}
