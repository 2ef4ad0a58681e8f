import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { differingFields, newApplication } from '../domain/application.ts'
import { getSubmission, insertApplication } from '../store/application.ts'
import { toEvent } from '../wire/application.ts'

/** Stores a submitted application and publishes `application.submitted` in the same transaction, so that a
 * subscriber can read the application when the event arrives. An application that is already stored changes
 * nothing. Throws invalid_state when it is stored with other content. */
export async function receiveApplication(sql: Tx, created: DataOf<typeof applicationCreated>): Promise<void> {
  const application = newApplication(created)
  if (!(await insertApplication(sql, application))) {
    const differing = differingFields(await getSubmission(sql, application.id), application)
    if (differing.length === 0) return
    const text = `application ${application.id} is stored with other content: ${differing.join(', ')}`
    throw new ApiError('invalid_state', text)
  }
  const { id, version, appliedAt, applicationType } = application
  await appendEvent(sql, applicationSubmitted, {
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: appliedAt,
    data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
  })
}
