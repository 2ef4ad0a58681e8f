import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type {
  Application,
  ApplicationState,
  ApplicationWithHistory,
  NewApplication,
  Submission,
} from '../domain/application.ts'
import type { Address } from '../domain/included.ts'

// A replica of the release before leaves the columns as they are when it changes the status.
/** The reason of a rejection as one value; null without one. */
export const rejectionReason = fragment`
  case when status = 'Rejected' and rejection_code is not null then
    json_build_object('code', rejection_code, 'text', rejection_text) end as rejection_reason`

/** The columns of a list row, with the candidate's tags and the score of the assessment. */
export const summaryColumns = fragment`
  application.id, job_id, job_title, job_reference, application.candidate_id, name, email, headline, status,
  application_type, is_ai_assisted, applied_at, updated_at, withdrawn_at, erased_at, ${rejectionReason},
  array(
    select label from candidate_tag
    where employer_id = application.employer_id and candidate_id = application.candidate_id order by label
  ) as tags,
  (select score from assessment where application_id = application.id) as assessment_score`

/** Throws not_found, also for another employer's application (D-19). */
export async function getApplication(sql: Sql, employerId: number, id: number): Promise<Application> {
  const [application] = await sql<Application>`
    select ${summaryColumns}, employer_id, candidate, phone, city, country, cover_letter, resume_url, screening_answers, version
    from application where id = ${id} and employer_id = ${employerId}`
  if (!application) throw notFound()
  return application
}

/** Where the candidates behind these applications of an employer live, by application. */
export async function listAddressesOf(
  sql: Sql,
  employerId: number,
  ids: number[],
): Promise<Map<number, Address>> {
  const rows = await sql<Address & { id: number }>`
    select id, candidate->>'street' as street, city, candidate->>'region' as region,
      candidate->>'postalCode' as postal_code, country
    from application where id = any(${ids}) and employer_id = ${employerId}`
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}

/** The candidate behind an application. Throws not_found, also for another employer's application (D-19). */
export async function getCandidateId(sql: Sql, employerId: number, id: number): Promise<number> {
  const [row] = await sql<{ candidateId: number }>`
    select candidate_id from application where id = ${id} and employer_id = ${employerId}`
  if (!row) throw notFound()
  return row.candidateId
}

/** Locks an application of an employer, or of a candidate. Throws not_found, also for that of another one (D-19) and when
 * the candidate was erased. */
export async function lockApplication(
  sql: Tx,
  owner: { employerId: number } | { candidateId: number },
  id: number,
): Promise<ApplicationState> {
  const isOwn =
    'employerId' in owner
      ? fragment`employer_id = ${owner.employerId}`
      : fragment`candidate_id = ${owner.candidateId}`
  // `for update` serializes the changes of one application: each previous_status is the status of the row before.
  const [application] = await sql<ApplicationState>`
    select id, employer_id, job_id, job_title, candidate_id, status, version, updated_at, withdrawn_at,
      ${rejectionReason}
    from application where id = ${id} and ${isOwn} and not exists (
      select from erased_candidate where erased_candidate.candidate_id = application.candidate_id)
    for update`
  if (!application) throw notFound()
  return application
}

/** Stores a submitted application, from its event or restored by a resync. Returns false when one with its id is
 * stored already. */
export async function insertApplication(
  sql: Tx,
  application: NewApplication,
  isRestored = false,
): Promise<boolean> {
  const a = application
  const rows = await sql`
    insert into application (id, employer_id, job_id, job_title, job_reference, candidate_id, candidate, name, email,
      headline, phone, city, country, status, application_type, is_ai_assisted, cover_letter, resume_url,
      screening_answers, applied_at, updated_at, withdrawn_at, erased_at, version, is_restored)
    values (${a.id}, ${a.employerId}, ${a.jobId}, ${a.jobTitle}, ${a.jobReference}, ${a.candidateId},
      ${JSON.stringify(a.candidate)}, ${a.name}, ${a.email}, ${a.headline}, ${a.phone}, ${a.city}, ${a.country},
      ${a.status}, ${a.applicationType}, ${a.isAiAssisted}, ${a.coverLetter}, ${a.resumeUrl},
      ${JSON.stringify(a.screeningAnswers)}, ${a.appliedAt}, ${a.updatedAt}, ${a.withdrawnAt}, ${a.erasedAt},
      ${a.version}, ${isRestored})
    on conflict (id) do nothing returning 1`
  return rows.length > 0
}

/** A stored submission, whatever its status is now. */
export async function getSubmission(sql: Tx, id: number): Promise<Submission> {
  const [submission] = await sql<Submission>`
    select employer_id, job_id, job_title, job_reference, candidate_id, candidate, application_type, is_ai_assisted,
      cover_letter, resume_url, screening_answers, applied_at
    from application where id = ${id}`
  if (!submission) throw notFound()
  return submission
}

/** Stores the profile and the reference of a restored application from its event, which a resync did not have.
 * Returns false when the application is not a restored one. */
export async function completeRestored(sql: Tx, application: NewApplication): Promise<boolean> {
  const a = application
  const rows = await sql`
    update application set is_restored = false, job_reference = ${a.jobReference},
      candidate = ${JSON.stringify(a.candidate)}, name = ${a.name}, email = ${a.email}, headline = ${a.headline},
      phone = ${a.phone}, city = ${a.city}, country = ${a.country}
    where id = ${a.id} and is_restored returning 1`
  return rows.length > 0
}

/** Whether the application is stored. */
export async function hasApplication(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`select 1 from application where id = ${id}`
  return rows.length > 0
}

/** Number of applications of all employers. */
export async function countApplications(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from application`
  return row!.count
}

/** Applications with an id above `afterId`, in the order of their ids. */
export async function listApplicationsAfter(
  sql: Sql,
  afterId: number,
  page: { limit: number; maxChanges: number },
): Promise<ApplicationWithHistory[]> {
  type Row = Omit<ApplicationWithHistory, 'changes'> & {
    changes: { status: ApplicationStatus; at: string }[]
  }
  const rows = await sql<Row>`
    select id, employer_id, job_id, job_title, candidate_id, status, version, updated_at, withdrawn_at, applied_at,
      application_type, ${rejectionReason},
      (select coalesce(json_agg(json_build_object('status', newest.status, 'at', newest.changed_at) order by newest.id), '[]')
        from (select change.id, change.status, change.changed_at from status_change change
          where change.application_id = application.id and change.status <> change.previous_status
          order by change.id desc limit ${page.maxChanges}) as newest) as changes,
      array(select distinct change.previous_status from status_change change
        where change.application_id = application.id and change.status <> change.previous_status) as former_statuses
    from application where id > ${afterId} order by id limit ${page.limit}`
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes.map(({ status, at }) => ({ status, at: new Date(at) })),
  }))
}

/** Stores the status of an application whose row this transaction has locked. Call it last in the transaction: until
 * the commit, other changes of the employer wait. */
export async function saveApplication(sql: Tx, application: ApplicationState): Promise<void> {
  const { id, employerId, status, version, updatedAt, withdrawnAt, rejectionReason } = application
  await sql`
    with ${nextChangeNumber(employerId)}
    update application set status = ${status}, version = ${version}, updated_at = ${updatedAt},
      withdrawn_at = ${withdrawnAt}, rejection_code = ${rejectionReason?.code ?? null},
      rejection_text = ${rejectionReason?.text ?? null}, change_number = next.last_number
    from next where id = ${id}`
}

/** Puts a new or completed application last in the changes of its employer. Call it last in the transaction: until the
 * commit, other changes of the employer wait. */
export async function numberChange(sql: Tx, employerId: number, id: number): Promise<void> {
  await sql`
    with ${nextChangeNumber(employerId)}
    update application set change_number = next.last_number from next where id = ${id}`
}

/** The next number in the changes of an employer's applications. It is at least the milliseconds since 1970, so
 * that a database that was restored to an older state continues above the numbers that clients have. */
function nextChangeNumber(employerId: number) {
  // The row stays locked until the commit: numbers become visible in their order. It is the last lock of a transaction,
  // which then waits for no other: no deadlock.
  return fragment`next as (
    insert into employer_change (employer_id, last_number)
    values (${employerId}, (extract(epoch from clock_timestamp()) * 1000)::bigint)
    on conflict (employer_id) do update
      set last_number = greatest(employer_change.last_number + 1, excluded.last_number)
    returning last_number
  )`
}
