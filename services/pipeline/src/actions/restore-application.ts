import type { DataOf } from '@jobboard/contracts/event'
import type { submittedApplicationState } from '@jobboard/contracts/events/candidate'
import type { Tx } from '@jobboard/db/sql'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { newApplication } from '../domain/application.ts'
import { withoutPerson } from '../domain/erased-application.ts'
import { hasApplication, insertApplication, numberChange } from '../store/application.ts'

/** Stores an application that is missing here, with the status that candidate has copied, and publishes nothing.
 * A stored application is never changed: pipeline owns its status. Of an erased candidate it is stored without the
 * person (P-121). */
export async function restoreApplication(
  sql: Tx,
  state: DataOf<typeof submittedApplicationState>,
): Promise<void> {
  if (await hasApplication(sql, state.applicationId)) return
  const isPersonErased = await isErased(sql, state.candidate.id)
  const { status, version, updatedAt, withdrawnAt, ...created } = isPersonErased
    ? withoutPerson(state)
    : state
  const application = {
    ...newApplication(created),
    status,
    version,
    updatedAt: new Date(updatedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
  }
  if (!(await insertApplication(sql, application, true))) return
  await numberChange(sql, application.employerId, application.id)
}
