import type { changeApplicationStatus as endpoint } from '@jobboard/contracts/applications/endpoints'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { isBlank } from '@jobboard/contracts/characters'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import type { Action, Context } from '@jobboard/service/http/route'
import { type ApplicationState, changeStatus, checkExpected, withdraw } from '../domain/application.ts'
import { alreadyRejected, checkCode, isSameReason, toStoredReason } from '../domain/rejection.ts'
import { NO_KEY, type StatusChange } from '../domain/status-change.ts'
import { lockApplication, saveApplication } from '../store/application.ts'
import { listRejectionReasons } from '../store/rejection-reason.ts'
import { insertStatusChange } from '../store/status-change.ts'
import { announced, toEvent } from '../wire/application.ts'

type Author = Pick<StatusChange, 'authorKeyId' | 'authorUserId' | 'byCandidate'>
type StatusChanged = ResponseBody<typeof endpoint>

/** D-26. The current status again is no change: it writes no event and returns the `changedAt` of the last change; a note
 * is kept as a history row. Throws not_found, invalid_request for an unknown reason and invalid_state for another one, precondition_failed, invalid_state at the limit of history rows, and rate_limited when the daily budget is used up. */
export const changeApplicationStatus: Action<typeof endpoint> = ({
  caller,
  employerId,
  params,
  body,
  now,
  commit,
}) =>
  commit(async (sql) => {
    const before = await lockApplication(sql, { employerId }, params.id)
    const isMove = body.status !== before.status
    const note = body.note && !isBlank(body.note) ? body.note : null
    const reason = toStoredReason(body.rejectionReason)
    if (!isMove && reason && !isSameReason(reason, before.rejectionReason)) throw alreadyRejected()
    if (!isMove && note === null) return { body: toStatusChanged(before, before) }

    checkExpected(before, body)
    const after = changeStatus(before, body.status, now, reason)
    if (isMove && reason) checkCode(reason, await listRejectionReasons(sql, employerId))
    const rejectionReason = isMove ? reason : null
    const historyId = await insertChange(sql, before, after, { note, rejectionReason, ...authorOf(caller) })
    if (!isMove) return { body: toStatusChanged(before, before) }
    failpoint('status-after-history')
    await publishChange(sql, before, after, { historyId, chargedTo: { kind: 'employer', id: employerId } })
    await saveApplication(sql, after)
    return { body: toStatusChanged(before, after) }
  })

/** Withdrawn before and not moved since: no change. One that an employer has set to Withdrawn gets a history row and no
 * event. Costs nothing of a budget. Returns the application as it is then. Throws not_found. */
export async function withdrawApplication(
  sql: Tx,
  { id, candidateId, keyId }: { id: number; candidateId: number; keyId: number },
  now: Date,
): Promise<ApplicationState> {
  const before = await lockApplication(sql, { candidateId }, id)
  const after = withdraw(before, now)
  if (!after) return before
  const author = { authorKeyId: keyId, authorUserId: null, byCandidate: true }
  const historyId = await insertChange(sql, before, after, { note: null, rejectionReason: null, ...author })
  failpoint('withdraw-after-history')
  if (after.version !== before.version) await publishChange(sql, before, after, { historyId })
  await saveApplication(sql, after)
  return after
}

function insertChange(
  sql: Tx,
  before: ApplicationState,
  after: ApplicationState,
  more: Author & Pick<StatusChange, 'note' | 'rejectionReason'>,
): Promise<number> {
  const { id: applicationId, status, updatedAt: changedAt } = after
  return insertStatusChange(sql, { applicationId, previousStatus: before.status, status, changedAt, ...more })
}

function publishChange(
  sql: Tx,
  { status: previousStatus }: ApplicationState,
  after: ApplicationState,
  { historyId, ...charge }: { historyId: number; chargedTo?: { kind: 'employer'; id: number } },
): Promise<unknown> {
  const changedAt = after.updatedAt.toISOString()
  const withdrawnAt = after.withdrawnAt?.toISOString() ?? null
  const rejectionReason = announced(after.rejectionReason)
  return appendEvent(sql, applicationStatusChanged, {
    aggregateId: after.id,
    aggregateVersion: after.version,
    occurredAt: after.updatedAt,
    data: { ...toEvent(after), previousStatus, changedAt, historyId, withdrawnAt, rejectionReason },
    ...charge,
  })
}

function toStatusChanged(
  { status: previousStatus }: ApplicationState,
  after: ApplicationState,
): StatusChanged {
  return { id: after.id, previousStatus, status: after.status, changedAt: after.updatedAt.toISOString() }
}

function authorOf(caller: Context['caller']): Author {
  if (caller.kind !== 'recruiter')
    throw new Error(`a ${caller.kind} cannot change the status of an application`)
  return { authorKeyId: caller.keyId ?? NO_KEY, authorUserId: caller.userId, byCandidate: false }
}
