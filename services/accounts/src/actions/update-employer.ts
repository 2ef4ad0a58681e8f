import type { updateEmployer as endpoint } from '@jobboard/contracts/endpoints/employers'
import { employerChanged } from '@jobboard/contracts/events/accounts'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { change, toEmployer, toEmployerEvent } from '../domain/employer.ts'
import { insertAudit } from '../store/audit.ts'
import { lockEmployer, saveEmployer } from '../store/employer.ts'

/** Admin API: a patch; one that changes nothing leaves no trace. Keys keep the approval they have. Throws not_found. */
export const updateEmployer: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockEmployer(sql, params.employerId)
    const employer = change(before, body)
    if (employer.version !== before.version) {
      await saveEmployer(sql, employer)
      await appendEvent(sql, employerChanged, {
        aggregateId: employer.id,
        aggregateVersion: employer.version,
        occurredAt: now,
        data: toEmployerEvent(employer),
      })
      const states = { before: toEmployer(before), after: toEmployer(employer) }
      await insertAudit(sql, toAudit(context, 'update-employer', `employer ${employer.id}`, states))
    }
    return { body: toEmployer(employer) }
  })
