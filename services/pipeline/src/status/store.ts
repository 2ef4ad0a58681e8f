import type { RejectionReason } from '@jobboard/contracts/applications/rejection-reasons'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_STATUS_CHANGES_PER_APPLICATION } from '@jobboard/contracts/limits'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { ApplicationState, ListedStatusChange, StatusChange } from './status.ts'

// A replica of the release before leaves the columns as they are when it changes the status.
/** The reason of a rejection as one value; null without one. */
export const rejectionReason = fragment`
  case when status = 'Rejected' and rejection_code is not null then
    json_build_object('code', rejection_code, 'text', rejection_text) end as rejection_reason`

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

/** Stores the status of an application whose row this transaction has locked. Call it last in the transaction: until
 * the commit, other changes of the employer wait. */
export async function saveApplication(sql: Tx, application: ApplicationState): Promise<void> {
  const { id, employerId, status, version, updatedAt, withdrawnAt, rejectionReason } = application
  await sql`
    with ${nextChangeNumbers([employerId])}
    update application set status = ${status}, version = ${version}, updated_at = ${updatedAt},
      withdrawn_at = ${withdrawnAt}, rejection_code = ${rejectionReason?.code ?? null},
      rejection_text = ${rejectionReason?.text ?? null}, change_number = next.last_number
    from next where id = ${id}`
}

/** An application that moves to the end of its employer's changes. */
export interface Changed {
  id: number
  employerId: number
}

/** Puts stored applications last in the changes of their employers, in this order. Call it last in the
 * transaction: until the commit, other changes of the employers wait. */
export async function numberChanges(sql: Tx, changed: readonly Changed[]): Promise<void> {
  await sql`
    with ${numberedChanges(changed)}
    update application set change_number = numbered.change_number from numbered where application.id = numbered.id`
}

/** The numbers of applications in the changes of their employers: `numbered (id, change_number)`. */
export function numberedChanges(changed: readonly Changed[]) {
  const employerIds = changed.map(({ employerId }) => employerId)
  return fragment`${nextChangeNumbers(employerIds)}, numbered as (
    select id, next.last_number + 1 - row_number() over (partition by change.employer_id order by place desc) as change_number
    from unnest(${changed.map(({ id }) => id)}::integer[], ${employerIds}::integer[])
      with ordinality as change (id, employer_id, place)
    join next on next.employer_id = change.employer_id
  )`
}

/** The next numbers in the changes of employers' applications, one for each time that an employer is named; `last_number`
 * is the last of them. They are at least the milliseconds since 1970, so that a database that was restored to an older
 * state continues above the numbers that clients have. */
function nextChangeNumbers(employerIds: readonly number[]) {
  // The rows stay locked until the commit: numbers become visible in their order. They are the last locks of a
  // transaction, in the order of the employers: no deadlock.
  return fragment`counted as (
    select employer_id, count(*) as changes from unnest(${employerIds}::integer[]) as change (employer_id)
    group by employer_id
  ), next as (
    insert into employer_change (employer_id, last_number)
    select employer_id, (extract(epoch from clock_timestamp()) * 1000)::bigint + changes - 1
    from counted order by employer_id
    on conflict (employer_id) do update set last_number = greatest(excluded.last_number, employer_change.last_number
      + (select changes from counted where counted.employer_id = excluded.employer_id))
    returning employer_id, last_number
  )`
}

/** Adds a row to the history of an application that this transaction has locked. Returns its id. Throws invalid_state at
 * the limit of history rows, which the one row of a candidate does not have. */
export async function insertStatusChange(sql: Tx, change: StatusChange): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into status_change
      (application_id, previous_status, status, note, rejection_code, rejection_text, author_key_id, author_user_id,
        by_candidate, changed_at)
    select ${change.applicationId}, ${change.previousStatus}, ${change.status}, ${change.note},
      ${change.rejectionReason?.code ?? null}, ${change.rejectionReason?.text ?? null},
      ${change.authorKeyId}, ${change.authorUserId}, ${change.byCandidate}, ${change.changedAt}
    where ${change.byCandidate} or ${MAX_STATUS_CHANGES_PER_APPLICATION} > (
      select count(*) from status_change where application_id = ${change.applicationId}
    )
    returning id`
  if (!row) throw historyFull()
  return row.id
}

/** Throws invalid_state when the history of an application that this transaction has locked is full. */
export async function checkHistory(sql: Tx, applicationId: number): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from status_change where application_id = ${applicationId}`
  if (row!.count >= MAX_STATUS_CHANGES_PER_APPLICATION) throw historyFull()
}

function historyFull(): ApiError {
  return new ApiError(
    'invalid_state',
    `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries, the limit: its status can no longer change; write a note instead.`,
  )
}

/** One page of the history of an application, newest first, and its length. */
export async function listStatusChanges(
  sql: Sql,
  applicationId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<ListedStatusChange>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  // The row lock of the application orders the ids of its history.
  const rows = await sql<PageRow<ListedStatusChange>>`
    select counted.total, item.* from (
      select count(*) as total from status_change where application_id = ${applicationId}
    ) as counted
    left join (
      select id, previous_status, status, note, ${rejectionReason}, author_key_id, author_user_id, by_candidate,
        changed_at
      from status_change
      where application_id = ${applicationId} order by id desc offset ${offset} limit ${limit}
    ) as item on true
    order by item.id desc`
  return pageOf(rows, { page, pageSize })
}

/** The reasons of an employer, in their order; empty until some are stored. */
export async function listRejectionReasons(sql: Sql, employerId: number): Promise<RejectionReason[]> {
  const [row] = await sql<{ reasons: RejectionReason[] }>`
    select reasons from employer_rejection_reasons where employer_id = ${employerId}`
  return row?.reasons ?? []
}

/** The reasons of an employer, locked until the transaction ends, also before the first are stored. */
export async function lockRejectionReasons(sql: Tx, employerId: number): Promise<RejectionReason[]> {
  await sql`
    insert into employer_rejection_reasons (employer_id, reasons) values (${employerId}, '[]') on conflict do nothing`
  const [row] = await sql<{ reasons: RejectionReason[] }>`
    select reasons from employer_rejection_reasons where employer_id = ${employerId} for update`
  return row!.reasons
}

/** Stores the reasons of an employer, which this transaction has locked. */
export async function saveRejectionReasons(
  sql: Tx,
  employerId: number,
  reasons: RejectionReason[],
): Promise<void> {
  await sql`
    update employer_rejection_reasons set reasons = ${JSON.stringify(reasons)} where employer_id = ${employerId}`
}
