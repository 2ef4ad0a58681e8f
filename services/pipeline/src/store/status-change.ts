import type { ApplicationStatus } from '@jobboard/contracts/application'
import type { Tx } from '@jobboard/db/sql'

/** One row of an application's history. */
export interface StatusChange {
  applicationId: number
  previousStatus: ApplicationStatus
  status: ApplicationStatus
  note: string | null
  authorKeyId: number
  authorUserId: number | null
  changedAt: Date
}

/** Adds a row to the history. */
export async function insertStatusChange(sql: Tx, change: StatusChange): Promise<void> {
  await sql`
    insert into status_change
      (application_id, previous_status, status, note, author_key_id, author_user_id, changed_at)
    values (${change.applicationId}, ${change.previousStatus}, ${change.status}, ${change.note},
      ${change.authorKeyId}, ${change.authorUserId}, ${change.changedAt})`
}
