import type { ApplicationStatus } from '@jobboard/contracts/application'
import type { changeApplicationStatus as endpoint } from '@jobboard/contracts/endpoints/pipeline'
import { applicationStatusChanged } from '@jobboard/contracts/events/pipeline'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { type ApplicationState, changeStatus } from '../domain/application.ts'
import { lockApplication, saveApplication } from '../store/application.ts'
import { insertStatusChange } from '../store/status-change.ts'
import { toEvent } from '../wire/application.ts'

/** D-26. Setting the current status again writes no history row and no event, and returns the `changedAt` of
 * the last change. Throws not_found, invalid_state at the limit of P-285, and rate_limited when the daily budget is used
 * up (P-280). */
export const changeApplicationStatus: Action<typeof endpoint> = ({
  caller,
  employerId,
  params,
  body,
  now,
  commit,
}) =>
  commit(async (sql) => {
    const before = await lockApplication(sql, employerId, params.id)
    if (before.status === body.status) return { body: toStatusChanged(before.status, before) }

    const after = changeStatus(before, body.status, now)
    const previousStatus = before.status
    const historyId = await insertStatusChange(sql, {
      applicationId: after.id,
      previousStatus,
      status: after.status,
      note: body.note || null,
      ...authorOf(caller),
      changedAt: after.updatedAt,
    })
    failpoint('status-after-history')
    await appendEvent(sql, applicationStatusChanged, {
      aggregateId: after.id,
      aggregateVersion: after.version,
      occurredAt: after.updatedAt,
      data: { ...toEvent(after), previousStatus, changedAt: after.updatedAt.toISOString(), historyId },
      chargedTo: { kind: 'employer', id: employerId },
    })
    await saveApplication(sql, after)
    return { body: toStatusChanged(previousStatus, after) }
  })

type Context = Parameters<Action<typeof endpoint>>[0]

function toStatusChanged(previousStatus: ApplicationStatus, { id, status, updatedAt }: ApplicationState) {
  return { id, previousStatus, status, changedAt: updatedAt.toISOString() }
}

function authorOf(caller: Context['caller']): { authorKeyId: number; authorUserId: number | null } {
  if (caller.kind !== 'recruiter')
    throw new Error(`a ${caller.kind} cannot change the status of an application`)
  return { authorKeyId: caller.keyId, authorUserId: caller.userId }
}
