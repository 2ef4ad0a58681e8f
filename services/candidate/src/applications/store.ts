import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { submittedApplicationState } from '@jobboard/contracts/applications/events'
import { notFound } from '@jobboard/contracts/error'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { countRows, stateSource, statesOf } from '@jobboard/service/resync/source'
import { listJobReferences } from '../jobs/store.ts'
import { listCandidates } from '../profiles/store.ts'
import { type Application, toApplicationState } from './application.ts'

const columns = fragment`
  id, candidate_id, job_id, employer_id, job_title, employer_name, status, application_type, is_ai_assisted,
  cover_letter, resume_url, screening_answers, applied_at, updated_at, withdrawn_at`

/** Page and filter of a list. */
interface ListQuery {
  page: number
  pageSize: number
  status?: ApplicationStatus | undefined
}

/** Throws not_found, also for an application of another candidate (D-19). */
export async function getApplication(sql: Sql, candidateId: number, id: number): Promise<Application> {
  const [application] = await sql<Application>`
    select ${columns} from application where id = ${id} and candidate_id = ${candidateId}`
  if (!application) throw notFound()
  return application
}

/** One page, newest first, with the true total (D-05), in one round trip. */
export async function listApplications(
  sql: Sql,
  candidateId: number,
  query: ListQuery,
): Promise<Page<Application>> {
  const { offset, limit } = offsetOf(query)
  const status = query.status ? fragment`and status = ${query.status}` : fragment``
  const rows = await sql<PageRow<Application>>`
    select counted.total, item.*
    from (select count(*) as total from application where candidate_id = ${candidateId} ${status}) as counted
    left join (
      select ${columns} from application where candidate_id = ${candidateId} ${status}
      order by applied_at desc, id desc offset ${offset} limit ${limit}
    ) as item on true
    order by item.applied_at desc, item.id desc`
  return pageOf(rows, query)
}

/** Up to `limit` applications of a candidate, newest first, after this one of theirs. */
export function listApplicationsBefore(
  sql: Sql,
  candidateId: number,
  id: number | undefined,
  limit: number,
): Promise<Application[]> {
  // The position is read in SQL: a Date has milliseconds only. Both orders are those of application_newest.
  const isAfter = id
    ? fragment`and (applied_at, id) < (select applied_at, id from application where id = ${id})`
    : fragment``
  return sql<Application>`
    select ${columns} from application where candidate_id = ${candidateId} ${isAfter}
    order by applied_at desc, id desc limit ${limit}`
}

/** Inserts an application and returns it with its id. Undefined when the candidate has already applied to the job. */
export async function insertApplication(
  sql: Tx,
  application: Omit<Application, 'id' | 'withdrawnAt'>,
): Promise<Application | undefined> {
  const a = application
  // A conflicting apply that has not committed yet makes this one wait, then insert nothing.
  const [row] = await sql<{ id: number }>`
    insert into application (candidate_id, job_id, employer_id, job_title, employer_name, status, application_type,
      is_ai_assisted, cover_letter, resume_url, screening_answers, applied_at, updated_at, version)
    values (${a.candidateId}, ${a.jobId}, ${a.employerId}, ${a.jobTitle}, ${a.employerName}, ${a.status},
      ${a.applicationType}, ${a.isAiAssisted}, ${a.coverLetter}, ${a.resumeUrl},
      ${JSON.stringify(a.screeningAnswers)}, ${a.appliedAt}, ${a.updatedAt}, 1)
    on conflict on constraint application_once do nothing
    returning id`
  return row && { ...application, id: row.id, withdrawnAt: null }
}

/** A status as pipeline decided it. */
interface DecidedStatus {
  applicationId: number
  status: ApplicationStatus
  changedAt: string
  withdrawnAt?: string | null | undefined
  version: number
}

/** Saves the status set by the pipeline unless the stored version is newer; of the same version, a withdrawal of what an
 * employer had set to Withdrawn. A move leaves the time of the withdrawal (D-69). */
export async function saveStatus(sql: Tx, change: DecidedStatus): Promise<void> {
  const { applicationId, status, changedAt, withdrawnAt = null, version } = change
  await sql`
    update application
    set status = ${status}, updated_at = ${changedAt}, withdrawn_at = coalesce(${withdrawnAt}::timestamptz, withdrawn_at), version = ${version}
    where id = ${applicationId} and (version < ${version}
      or (version = ${version} and withdrawn_at is null and ${withdrawnAt}::timestamptz is not null))`
}

/** Counts one apply on that day and returns the count that includes it. Locks the day's row until the commit, so that
 * each of several concurrent applies gets a count of its own. */
export async function countApply(sql: Tx, candidateId: number, day: string): Promise<number> {
  const [row] = await sql<{ used: number }>`
    insert into daily_apply (candidate_id, day, used) values (${candidateId}, ${day}, 1)
    on conflict (candidate_id, day) do update set used = daily_apply.used + 1
    returning used`
  return row!.used
}

/** The counts of a candidate that are stored, newest day first (UTC, `YYYY-MM-DD`). */
export function listDailyApplies(sql: Sql, candidateId: number): Promise<{ day: string; count: number }[]> {
  return sql`
    select to_char(day, 'YYYY-MM-DD') as day, used as count from daily_apply
    where candidate_id = ${candidateId} order by day desc`
}

/** Deletes up to `limit` counts of days before `before` (UTC, `YYYY-MM-DD`). */
export function deletePastDays(sql: Sql, before: string, limit: number): Promise<unknown[]> {
  return sql`
    delete from daily_apply where ctid = any(array(
      select ctid from daily_apply where day < ${before} order by day limit ${limit} for update skip locked))
    returning 1`
}

/** Every application with its candidate's profile of now: a pipeline that lost one restores it from this. */
export const applicationStates = stateSource({
  type: submittedApplicationState,
  count: countRows('application'),
  async read(sql, { after, limit, now }) {
    const applications = await sql<Application & { version: number }>`
      select ${columns}, version from application where id > ${Number(after)} order by id limit ${limit}`
    const candidates = await listCandidates(
      sql,
      applications.map(({ candidateId }) => candidateId),
    )
    const references = await listJobReferences(
      sql,
      applications.map(({ jobId }) => jobId),
    )
    return statesOf(applications, now, (application) =>
      toApplicationState(
        application,
        candidates.get(application.candidateId),
        references.get(application.jobId) ?? null,
      ),
    )
  },
})
