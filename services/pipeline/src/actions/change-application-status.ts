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

/** D-26. The current status again is no change: it writes no event and returns the `changedAt` of the last change; a note
 * is kept as a history row. Throws not_found, invalid_state at the limit of P-285, and rate_limited when the daily budget
 * is used up (P-280). */
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
    const previousStatus = before.status
    const isMove = body.status !== previousStatus
    const note = body.note || null
    if (!isMove && note === null) return { body: toStatusChanged(previousStatus, before) }

    const after = changeStatus(before, body.status, now)
    const historyId = await insertStatusChange(sql, {
      applicationId: after.id,
      previousStatus,
      status: after.status,
      note,
      ...authorOf(caller),
      changedAt: after.updatedAt,
    })
    if (!isMove) return { body: toStatusChanged(previousStatus, before) }
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
