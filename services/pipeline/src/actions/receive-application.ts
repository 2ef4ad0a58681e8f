import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { arrive, toEvent } from '../domain/application.ts'
import { insertApplication } from '../store/application.ts'

/** Takes over an application and tells of it in the same transaction, so that who hears of it can read it. */
export async function receiveApplication(sql: Tx, created: DataOf<typeof applicationCreated>): Promise<void> {
  const application = arrive(created)
  if (!(await insertApplication(sql, application))) return
  const { id, version, appliedAt, applicationType } = application
  await appendEvent(sql, applicationSubmitted, {
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: appliedAt,
    data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
  })
}
