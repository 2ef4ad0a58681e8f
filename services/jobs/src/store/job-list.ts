import type { JobStatus } from '@jobboard/contracts/job'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { JobSummary } from '../domain/job.ts'
import { salaryColumns } from './job.ts'

/** One page of the employer's jobs, newest first, and the total, in one statement (D-05).
 * The status filter applies to the status at `now`: an Active job past its expiryDate counts as Expired. */
export async function listJobs(
  sql: Sql,
  employerId: number,
  { status, page, pageSize, now }: { status?: JobStatus; page: number; pageSize: number; now: Date },
): Promise<Page<JobSummary>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const matching = fragment`employer_id = ${employerId} ${withStatus(status, now)}`
  // The left join keeps the total on a page past the end, as one row without a job. An index-only scan finds
  // the ids of the page; only the rows of the page are read from the table, not those that the filter or the
  // offset skips.
  const rows = await sql<JobSummary & { total: number }>`
    select counted.total, job.id, status, title, reference, city, country, employment_type, remote_type,
      ${salaryColumns}, posted_date,
      expiry_date, job.created_at, updated_at, version
    from (select count(*) as total from job where ${matching}) counted
    left join lateral (
      select id, created_at from job where ${matching} order by created_at desc, id desc limit ${limit} offset ${offset}
    ) page on true
    left join job on job.id = page.id
    order by page.created_at desc, page.id desc`
  return { total: rows[0]!.total, page, pageSize, items: rows.filter((row) => row.id !== null) }
}

function withStatus(status: JobStatus | undefined, now: Date) {
  if (status === undefined) return fragment``
  if (status === 'Active') return fragment`and status = 'Active' and expiry_date > ${now}`
  if (status === 'Expired') {
    return fragment`and (status = 'Expired' or (status = 'Active' and expiry_date <= ${now}))`
  }
  return fragment`and status = ${status}`
}
