import { applicationErased, type submittedApplicationState } from '@jobboard/contracts/applications/events'
import type { DataOf } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { findErased } from '@jobboard/service/erasure/tombstone'
import { newApplication } from '../domain/application.ts'
import { toErasedApplication, withoutPerson } from '../domain/erased-application.ts'
import { hasApplication, insertApplication, numberChange } from '../store/application.ts'
import { toErasedEvent } from '../wire/application.ts'

/** Stores an application that is missing here, with the status that candidate has copied, and publishes nothing.
 * A stored application is never changed: pipeline owns its status. Of an erased candidate it is stored without the
 * person, and `application.erased` is published: what was lost may include it. */
export async function restoreApplication(
  sql: Tx,
  state: DataOf<typeof submittedApplicationState>,
  now: Date,
): Promise<void> {
  if (await hasApplication(sql, state.applicationId)) return
  const erased = await findErased(sql, state.candidate.id)
  const { status, version, updatedAt, withdrawnAt, ...created } = erased ? withoutPerson(state) : state
  const restored = {
    ...newApplication(created),
    status,
    version,
    updatedAt: new Date(updatedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
  }
  const erasedApplication = erased && toErasedApplication(restored, erased, now)
  if (!(await insertApplication(sql, erasedApplication ?? restored, true))) return
  if (erasedApplication) await appendEvent(sql, applicationErased, toErasedEvent(erasedApplication))
  await numberChange(sql, restored.employerId, restored.id)
}
