import type { createEmployer as endpoint } from '@jobboard/contracts/endpoints/employers'
import { employerChanged } from '@jobboard/contracts/events/accounts'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { insertEmployer } from '../store/employer.ts'
import { toEmployer, toEmployerEvent } from '../wire/employer.ts'

/** Admin API: creates an employer and publishes `employer.changed`. */
export const createEmployer: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
    const employer = await insertEmployer(sql, body, now)
    await appendEvent(sql, employerChanged, {
      aggregateId: employer.id,
      aggregateVersion: employer.version,
      occurredAt: now,
      data: toEmployerEvent(employer),
    })
    await recordAudit(sql, context, {
      action: 'create-employer',
      entity: { type: 'employer', id: employer.id },
      before: null,
      after: toEmployer(employer),
    })
    return { body: toEmployer(employer) }
  })
