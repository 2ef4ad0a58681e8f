import type { JobStatus } from '@jobboard/contracts/job'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { Listed } from '../wire/job.ts'

/** One page of the employer's jobs, newest first, and how many there are, in one statement (D-05).
 * The status filter sees jobs as they are at `now`: an Active one past its expiryDate counts as Expired. */
export async function listJobs(
  sql: Sql,
  employerId: number,
  { status, page, pageSize, now }: { status?: JobStatus; page: number; pageSize: number; now: Date },
): Promise<Page<Listed>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const matching = fragment`employer_id = ${employerId} ${withStatus(status, now)}`
  // Joined to the count, so that a page past the end still tells the total: as a row without a job. The ids of the page
  // come from the index alone; only its own rows are read, not those that the filter or the offset skips.
  const rows = await sql<Listed & { total: number }>`
    select counted.total, job.id, status, title, reference, city, country, employment_type, remote_type, posted_date,
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
