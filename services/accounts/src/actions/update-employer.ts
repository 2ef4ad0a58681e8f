import type { updateEmployer as endpoint } from '@jobboard/contracts/endpoints/employers'
import { employerChanged } from '@jobboard/contracts/events/accounts'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { patchEmployer } from '../domain/employer.ts'
import { lockEmployer, saveEmployer } from '../store/employer.ts'
import { toEmployer, toEmployerEvent } from '../wire/employer.ts'

/** Admin API: a patch that changes no field writes no event and no audit row. Existing keys keep their
 * approval status. Throws not_found. */
export const updateEmployer: Action<typeof endpoint> = (context) =>
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
