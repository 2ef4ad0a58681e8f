import { applicationStatuses } from '@jobboard/contracts/applications/application'
import {
  METRICS_MEDIAN_STAYS,
  METRICS_NEWEST_JOBS,
  METRICS_REJECTION_REASONS,
} from '@jobboard/contracts/employers/employers'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import type { EmployerCounts } from './metrics.ts'

/** The counts of an employer at `now`. */
export async function countForEmployer(sql: Sql, employerId: number, now: Date): Promise<EmployerCounts> {
  const [counts, medianSeconds, rejections] = await Promise.all([
    countCopies(sql, employerId, now),
    findMedians(sql, employerId),
    countRejections(sql, employerId),
  ])
  return { ...counts, medianSeconds, rejections }
}

type Counts = Omit<EmployerCounts, 'medianSeconds' | 'rejections'>

async function countCopies(sql: Sql, employerId: number, now: Date): Promise<Counts> {
  const since = new Date(now.getTime() - UNLOCK_WINDOW_DAYS * 86_400_000)
  // Materialized: the applications are scanned once, and all other counts are sums of these few rows.
  // An Active job past its expiryDate counts as Expired (D-25).
  const [row] = await sql<Counts>`
    with counted as materialized (
      select job_id, status, stage, count(*)::int as n from application_copy
      where employer_id = ${employerId} group by job_id, status, stage
    ), by_job as (
      select job_id, json_object_agg(status, n) as applications
      from (select job_id, status, sum(n) as n from counted group by job_id, status) as summed group by job_id
    ), job as (
      select job_id, case when status = 'Active' and expiry_date <= ${now} then 'Expired' else status end as status
      from job_copy where employer_id = ${employerId}
    ), newest as (
      select job_id, status from job order by job_id desc limit ${METRICS_NEWEST_JOBS}
    )
    select
      (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*) as n from job group by status) as s)
        as jobs,
      (select coalesce(json_object_agg(status, n), '{}')
        from (select status, sum(n) as n from counted group by status) as s) as applications,
      (select coalesce(json_object_agg(stage, n), '{}')
        from (select stage, sum(n) as n from counted group by stage) as s) as stages,
      (select coalesce(json_agg(json_build_object('jobId', newest.job_id, 'title', title, 'status', newest.status,
          'applications', coalesce(by_job.applications, '{}')) order by newest.job_id desc), '[]')
        from newest join job_copy using (job_id) left join by_job using (job_id)) as newest_jobs,
      (select count(*) from unlock_copy where employer_id = ${employerId} and unlocked_at > ${since}) as unlocks`
  return row!
}

// From the index alone, which has the rejected applications only.
function countRejections(sql: Sql, employerId: number): Promise<EmployerCounts['rejections']> {
  return sql`
    select rejection_code as code, count(*)::int as applications from application_copy
    where employer_id = ${employerId} and status = 'Rejected'
    group by rejection_code order by applications desc, rejection_code limit ${METRICS_REJECTION_REASONS}`
}

async function findMedians(sql: Sql, employerId: number): Promise<EmployerCounts['medianSeconds']> {
  // Bounded by METRICS_MEDIAN_STAYS index rows per status, however many stays there are.
  const rows = await sql<{ status: string; seconds: number }>`
    select wanted.status, round(median::numeric)::int as seconds
    from unnest(${[...applicationStatuses]}::text[]) as wanted (status)
    cross join lateral (
      select percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) as median
      from (
        select entered_at, left_at from application_stay
        where employer_id = ${employerId} and status = wanted.status and left_at is not null
        order by left_at desc, application_id desc, version desc limit ${METRICS_MEDIAN_STAYS}
      ) as stay
    ) as middle
    where median is not null`
  return Object.fromEntries(rows.map(({ status, seconds }) => [status, seconds]))
}
