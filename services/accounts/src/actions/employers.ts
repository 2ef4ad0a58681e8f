import type * as endpoints from '@jobboard/contracts/employers/employers'
import { employerChanged } from '@jobboard/contracts/employers/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { patchEmployer } from '../domain/employer.ts'
import { insertEmployer, lockEmployer, saveEmployer } from '../store/employer.ts'
import { toEmployer, toEmployerEvent } from '../wire/employer.ts'

/** Admin API: creates an employer and publishes `employer.changed`. */
export const createEmployer: Action<typeof endpoints.createEmployer> = (context) =>
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

/** Admin API: a patch that changes no field writes no event and no audit row. Existing keys keep their
 * approval status. Throws not_found. */
export const updateEmployer: Action<typeof endpoints.updateEmployer> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockEmployer(sql, params.employerId)
    const employer = patchEmployer(before, body)
    if (employer.version !== before.version) {
      await saveEmployer(sql, employer)
      await appendEvent(sql, employerChanged, {
        aggregateId: employer.id,
        aggregateVersion: employer.version,
        occurredAt: now,
        data: toEmployerEvent(employer),
      })
      await recordAudit(sql, context, {
        action: 'update-employer',
        entity: { type: 'employer', id: employer.id },
        before: toEmployer(before),
        after: toEmployer(employer),
      })
    }
    return { body: toEmployer(employer) }
  })
