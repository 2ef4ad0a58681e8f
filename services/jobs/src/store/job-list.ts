import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { JobSummary } from '../domain/job.ts'
import type { JobPosition } from '../domain/job-position.ts'
import { salaryColumns } from './job.ts'

/** Filter and place in the list of an employer's jobs. */
export interface JobQuery {
  status?: JobStatus | undefined
  reference?: string | undefined
  updatedSince?: Date | undefined
  expiresBefore?: Date | undefined
  /** The job that comes before the first one returned. */
  after?: JobPosition | undefined
  offset: number
  limit: number
  now: Date
}

/** A part of the employer's jobs, newest first, and how many match the filter, in one statement (D-05).
 * The filter applies to the job as it is at `now`: an Active one past its expiryDate is Expired since then (D-25). */
export async function listJobs(
  sql: Sql,
  employerId: number,
  { status, reference, updatedSince, expiresBefore, after, offset, limit, now }: JobQuery,
): Promise<{ total: number; items: JobSummary[] }> {
  // An expression, so that the index of all employers' jobs by their end is not read.
  const matching = fragment`
    employer_id = ${employerId} ${withStatus(status, now)}
    ${reference === undefined ? fragment`` : fragment`and normalize(reference) = normalize(${reference}::text)`}
    ${updatedSince === undefined ? fragment`` : fragment`and (updated_at >= ${updatedSince} or ${isPast(now)} and expiry_date >= ${updatedSince})`}
    ${expiresBefore === undefined ? fragment`` : fragment`and expiry_date + interval '0' < ${expiresBefore}`}`
  const following = after ? fragment`and (created_at, id) < (${after.at}, ${after.id})` : fragment``
  // The left join keeps the total on a page past the end, as one row without a job. An index-only scan finds
  // the ids of the page; only the rows of the page are read from the table, not those that the filter or the
  // offset skips.
  const rows = await sql<JobSummary & { total: number }>`
    select counted.total, job.id, status, title, reference, city, country, employment_type, remote_type,
      ${salaryColumns}, posted_date,
      expiry_date, job.created_at, updated_at, version
    from (select count(*) as total from job where ${matching}) counted
    left join lateral (
      select id, created_at from job where ${matching} ${following}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) page on true
    left join job on job.id = page.id
    order by page.created_at desc, page.id desc`
  return {
    total: rows[0]!.total,
    items: rows.filter((row) => row.id !== null).map(({ total: _, ...job }) => job),
  }
}

function withStatus(status: JobStatus | undefined, now: Date) {
  if (status === undefined) return fragment``
  if (status === 'Active') return fragment`and status = 'Active' and expiry_date > ${now}`
  if (status === 'Expired') return fragment`and (status = 'Expired' or ${isPast(now)})`
  return fragment`and status = ${status}`
}

// Expired, but the timer has not stored it yet.
function isPast(now: Date) {
  return fragment`(status = 'Active' and expiry_date <= ${now})`
}
