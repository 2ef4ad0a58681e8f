import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { applicationState } from '@jobboard/contracts/applications/events'
import {
  METRICS_MEDIAN_STAYS,
  METRICS_NEWEST_JOBS,
  METRICS_REJECTION_REASONS,
} from '@jobboard/contracts/employers/employers'
import type { DataOf } from '@jobboard/contracts/event'
import type { JobFacts } from '@jobboard/contracts/jobs/events'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import { type EmployerCounts, stageOf } from './metrics.ts'

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

/** Stores a job unless the stored version is as new; then it writes nothing. */
export async function saveJob(sql: Tx, job: JobFacts): Promise<void> {
  await sql`
    insert into job_copy (job_id, employer_id, status, title, expiry_date, version)
    select ${job.jobId}, ${job.employerId}, ${job.status}, ${job.title}, ${job.expiryDate}::timestamptz,
      ${job.version}::int
    where not exists (select from job_copy where job_id = ${job.jobId} and version >= ${job.version}::int)
    on conflict (job_id) do update set status = excluded.status, title = excluded.title,
      expiry_date = excluded.expiry_date, version = excluded.version
    where job_copy.version < excluded.version`
}

/** The entry of an application into a status; `version` 1 is the submission. */
interface StatusEntry {
  applicationId: number
  employerId: number
  jobId: number
  status: ApplicationStatus
  version: number
  at: string
  rejectionReason?: { code: string } | null | undefined
}

/** Stores the current status of applications, their furthest stages and the stays in each status. Idempotent and
 * independent of the order: the same set of entries always gives the same rows. */
export async function saveStatusEntries(sql: Tx, entries: readonly StatusEntry[]): Promise<void> {
  const ids = entries.map(({ applicationId }) => applicationId)
  const versions = entries.map(({ version }) => version)
  const times = entries.map(({ at }) => at)
  const copies = [...Map.groupBy(entries, ({ applicationId }) => applicationId).values()].map(newestOf)
  // Sent together. The first updates, and so locks, the rows also when they are newer: the statements on the stays of an
  // application run in one transaction at a time. The last finds the stays that the second has added.
  const copied = upsertCopies(sql, copies)
  const entered = sql`
    insert into application_stay (application_id, version, employer_id, status, entered_at, left_at)
    select entry.application_id, entry.version, entry.employer_id, entry.status, entry.at, next.entered_at
    from unnest(${ids}::integer[], ${versions}::integer[], ${entries.map(({ employerId }) => employerId)}::integer[],
      ${entries.map(({ status }) => status)}::text[], ${times}::timestamptz[])
      as entry (application_id, version, employer_id, status, at)
    left join application_stay next on next.application_id = entry.application_id and next.version = entry.version + 1
    order by entry.application_id, entry.version
    on conflict do nothing`
  const left = sql`
    update application_stay stay set left_at = entry.at
    from unnest(${ids}::integer[], ${versions}::integer[], ${times}::timestamptz[]) as entry (application_id, version, at)
    where stay.application_id = entry.application_id and stay.version = entry.version - 1 and stay.left_at is null`
  await Promise.all([copied, entered, left])
}

interface CopiedApplication
  extends Pick<StatusEntry, 'applicationId' | 'employerId' | 'jobId' | 'status' | 'version'> {
  rejectionCode: string | null
  stage: number
}

/** What the entries of one application leave in its copy. */
function newestOf(entries: StatusEntry[]): CopiedApplication {
  const version = Math.max(...entries.map((entry) => entry.version))
  const newest = entries.filter((entry) => entry.version === version)
  const rejectionCode = newest.find(({ rejectionReason }) => rejectionReason)?.rejectionReason?.code ?? null
  return { ...newest[0]!, rejectionCode, stage: Math.max(...entries.map(({ status }) => stageOf(status))) }
}

/** One row for each application, locked in the order of the ids. */
function upsertCopies(sql: Tx, copies: readonly CopiedApplication[]): Promise<unknown> {
  const rows = copies.map((c) => ({
    ...{ application_id: c.applicationId, employer_id: c.employerId, job_id: c.jobId, status: c.status },
    ...{ rejection_code: c.rejectionCode, stage: c.stage, version: c.version },
  }))
  return sql`
    insert into application_copy as copy (application_id, employer_id, job_id, status, rejection_code, stage, version)
    select application_id, employer_id, job_id, status, rejection_code, stage, version
    from json_populate_recordset(null::application_copy, ${JSON.stringify(rows)}) order by application_id
    on conflict (application_id) do update set
      status = case when copy.version < excluded.version then excluded.status else copy.status end,
      rejection_code = case when copy.version < excluded.version then excluded.rejection_code
        when copy.version = excluded.version then coalesce(copy.rejection_code, excluded.rejection_code)
        else copy.rejection_code end,
      stage = greatest(copy.stage, excluded.stage),
      version = greatest(copy.version, excluded.version)`
}

/** Stores the status, the furthest stage and the stays of an application from its whole history. Writes nothing
 * when they are stored; a newer stored status stays. */
export async function saveApplicationState(sql: Tx, state: DataOf<typeof applicationState>): Promise<void> {
  const { applicationId, employerId, version, changes, rejectionReason } = state
  const stage = Math.max(...state.reachedStatuses.map(stageOf))
  const [stored] = await sql`
    select 1 from application_copy
    where application_id = ${applicationId} and version >= ${version} and stage >= ${stage}
      and (version > ${version} or rejection_code is not null or ${rejectionReason?.code ?? null}::text is null)
      and (select count(*) from application_stay where application_id = ${applicationId}
        and version = any(${changes.map((change) => change.version)}::int[])) >= ${changes.length}`
  if (stored) return
  // Locks the row, as `saveStatusEntries` does.
  await upsertCopies(sql, [{ ...state, rejectionCode: rejectionReason?.code ?? null, stage }])
  await sql`
    with entry as (
      select version, status, at from unnest(${changes.map((change) => change.version)}::int[],
        ${changes.map((change) => change.status)}::text[], ${changes.map(({ at }) => at)}::timestamptz[])
        as change (version, status, at)
    )
    insert into application_stay as stay (application_id, version, employer_id, status, entered_at, left_at)
    select ${applicationId}, entry.version, ${employerId}, entry.status, entry.at, coalesce(
      (select next.at from entry as next where next.version = entry.version + 1),
      (select entered_at from application_stay
        where application_id = ${applicationId} and application_stay.version = entry.version + 1))
    from entry
    on conflict (application_id, version) do update set left_at = excluded.left_at
      where stay.left_at is null and excluded.left_at is not null`
  // The stay before the first change of the history, when an event had stored it.
  await sql`
    update application_stay as stay set left_at = next.entered_at from application_stay as next
    where stay.application_id = ${applicationId} and next.application_id = ${applicationId}
      and next.version = stay.version + 1 and stay.left_at is null`
}

/** Stores the start of a paid unlock window. */
export async function saveUnlock(
  sql: Tx,
  unlock: { employerId: number; candidateId: number; unlockedAt: string },
): Promise<void> {
  await sql`
    insert into unlock_copy (employer_id, unlocked_at, candidate_id)
    values (${unlock.employerId}, ${unlock.unlockedAt}, ${unlock.candidateId}) on conflict do nothing`
}
