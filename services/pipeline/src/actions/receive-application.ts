import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { newApplication } from '../domain/application.ts'
import { clearRestored, insertApplication } from '../store/application.ts'
import { toEvent } from '../wire/application.ts'

/** Stores a submitted application and publishes `application.submitted` in the same transaction, so that a
 * subscriber can read the application when the event arrives. An application that is already stored changes
 * nothing; of one that a resync restored first, only the event is published. */
export async function receiveApplication(sql: Tx, created: DataOf<typeof applicationCreated>): Promise<void> {
  const application = newApplication(created)
  const isNew = (await insertApplication(sql, application)) || (await clearRestored(sql, application.id))
  if (!isNew) return
  const { id, version, appliedAt, applicationType } = application
  await appendEvent(sql, applicationSubmitted, {
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: appliedAt,
    data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
  })
}
