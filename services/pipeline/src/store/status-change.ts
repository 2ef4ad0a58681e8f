import { ApiError } from '@jobboard/contracts/error'
import { MAX_STATUS_CHANGES_PER_APPLICATION } from '@jobboard/contracts/limits'
import { offsetOf, type Page } from '@jobboard/db/page'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { ListedStatusChange, StatusChange } from '../domain/status-change.ts'
import { rejectionReason } from './application.ts'

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
  if (!row) {
    throw new ApiError(
      'invalid_state',
      `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries, the limit: its status can no longer change; write a note instead.`,
    )
  }
  return row.id
}

/** One page of the history of an application, newest first, and its length. */
export async function listStatusChanges(
  sql: Sql,
  applicationId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<ListedStatusChange>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  // The row lock of the application orders the ids of its history.
  const rows = await sql<ListedStatusChange & { total: number }>`
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
  const items = rows.filter((row) => row.id !== null).map(({ total: _, ...item }) => item)
  return { total: rows[0]!.total, page, pageSize, items }
}
