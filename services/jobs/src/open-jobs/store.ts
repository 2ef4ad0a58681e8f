import { notFound } from '@jobboard/contracts/error'
import type { ListPosition } from '@jobboard/contracts/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { salaryColumns } from '../jobs/store.ts'
import type { OpenJob, OpenJobSummary } from './open-job.ts'
import { type SearchRange, searchRanges } from './search.ts'

/** The columns of a job in a list of candidates; needs `employer_copy` joined. */
const openJobColumns = fragment`
  job.id, job.employer_id, employer_copy.name as employer_name, title, city, country, employment_type, remote_type,
  apply_method, ${salaryColumns}, posted_date as posted_at, expiry_date as expires_at`

/** Whether a job is Active at `now` (D-25). */
function isOpen(now: Date) {
  return fragment`status = 'Active' and expiry_date > ${now}`
}

/** The sandbox of a caller; undefined for a live one. */
type SandboxId = number | undefined

/** One job that is Active at `now`. Throws not_found, also for a job of another world than the caller's. */
export async function getOpenJob(sql: Sql, id: number, now: Date, sandboxId?: SandboxId): Promise<OpenJob> {
  const [job] = await sql<OpenJob>`
    select ${openJobColumns}, description, apply_url, screening_questions
    from job left join employer_copy on employer_copy.employer_id = job.employer_id
    where job.id = ${id} and sandbox_id is not distinct from ${sandboxId ?? null}::int and ${isOpen(now)}`
  if (!job) throw notFound()
  return job
}

/** Up to `limit` jobs after a place that are Active at `now`, newest first. `conditions` are tsqueries that
 * all must match. */
export async function listOpenJobs(
  sql: Sql,
  page: { conditions: string[]; after: ListPosition; limit: number; now: Date; sandboxId?: SandboxId },
): Promise<OpenJobSummary[]> {
  const { conditions, after, limit, now, sandboxId } = page
  if (sandboxId !== undefined) return listOfSandbox(sql, { ...page, sandboxId })
  if (conditions.length === 0) return listNewest(sql, page)
  const found: OpenJobSummary[] = []
  for (const range of searchRanges(after)) {
    const blocks = range.lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')
    const query = [...conditions, ...(blocks ? [blocks] : [])]
      .map((condition) => `(${condition})`)
      .join(' & ')
    found.push(...(await listNewestMatching(sql, { query, range, limit: limit - found.length, now })))
    if (found.length === limit) break
  }
  return found
}

/** The same of the jobs of a sandbox, all of which are read: at most 200. */
async function listOfSandbox(
  sql: Sql,
  page: { conditions: string[]; after: ListPosition; limit: number; now: Date; sandboxId: number },
): Promise<OpenJobSummary[]> {
  const { conditions, after, limit, now, sandboxId } = page
  const query = conditions.map((condition) => `(${condition})`).join(' & ')
  const matching = query ? fragment`and sandbox_terms @@ ${query}::tsquery` : fragment``
  return sql<OpenJobSummary>`
    select ${openJobColumns}, left(description, 1000) as beginning
    from job left join employer_copy on employer_copy.employer_id = job.employer_id
    where sandbox_id = ${sandboxId} and ${isOpen(now)} and (posted_date, job.id) < (${after.at}, ${after.id}::int)
      ${matching}
    order by posted_date desc, job.id desc limit ${limit}`
}

/** The newest jobs after a place that are Active at `now`. */
async function listNewest(
  sql: Sql,
  { after, limit, now }: { after: ListPosition; limit: number; now: Date },
): Promise<OpenJobSummary[]> {
  return sql<OpenJobSummary>`
    select open.* from (
      select job_id, posted_at from active_job where (posted_at, job_id) < (${after.at}, ${after.id}::int)
      order by posted_at desc, job_id desc offset 0
    ) active ${opened(now)}
    order by active.posted_at desc, active.job_id desc limit ${limit}`
}

/** The newest jobs of a range that match a tsquery and are Active at `now`. */
async function listNewestMatching(
  sql: Sql,
  { query, range, limit, now }: { query: string; range: SearchRange; limit: number; now: Date },
): Promise<OpenJobSummary[]> {
  const { after, from } = range
  // Materialized, and compared with an expression: the ids come from the index of terms, in the order of the heap,
  // and only these are sorted. A scan in order of time would read the terms of every job that does not match.
  return sql<OpenJobSummary>`
    with found as materialized (
      select job_id, posted_at from active_job
      where terms @@ ${query}::tsquery
        and (posted_at + interval '0', job_id + 0) < (${after.at}::timestamptz, ${after.id}::int)
        and (${from}::timestamptz is null or posted_at + interval '0' >= ${from}::timestamptz)
    )
    select open.* from (
      select job_id, posted_at from found order by posted_at desc, job_id desc offset 0
    ) active ${opened(now)}
    order by active.posted_at desc, active.job_id desc limit ${limit}`
}

// Limit 1 keeps the look-ups lazy: only as many jobs are read as the page has.
function opened(now: Date) {
  return fragment`
    cross join lateral (
      select ${openJobColumns}, left(description, 1000) as beginning
      from job left join employer_copy on employer_copy.employer_id = job.employer_id
      where job.id = active.job_id and ${isOpen(now)} limit 1
    ) open`
}

/** A job as candidates search it. */
export interface ActiveJob {
  id: number
  postedAt: Date
  terms: string[]
}

/** Jobs in the queue, those that were changed last first. */
export async function listQueuedJobs(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ jobId: number }>`
    select job_id from active_job_queue order by id desc limit ${limit}`
  return [...new Set(rows.map(({ jobId }) => jobId))]
}

/** Takes jobs that were changed last from the queue, each once, or the one with this id. Waits while another replica has
 * taken some. */
export async function takeQueuedJobs(sql: Tx, limit: number, jobId?: number): Promise<number[]> {
  // One at a time: otherwise the older state of a job could be written last.
  await sql`select pg_advisory_xact_lock(hashtext('active_job_queue'), hashtext(current_schema()))`
  const rows = await sql<{ jobId: number }>`
    delete from active_job_queue where id in (
      select id from active_job_queue ${jobId === undefined ? fragment`` : fragment`where job_id = ${jobId}`}
      order by id desc limit ${limit})
    returning job_id`
  return [...new Set(rows.map(({ jobId }) => jobId))]
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
