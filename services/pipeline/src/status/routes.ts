import * as endpoints from '@jobboard/contracts/applications/endpoints'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { withdrawApplication } from '@jobboard/contracts/applications/internal'
import * as reasons from '@jobboard/contracts/applications/rejection-reasons'
import { isBlank } from '@jobboard/contracts/characters'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { getCandidateId } from '../applications/store.ts'
import {
  type ApplicationState,
  alreadyRejected,
  announced,
  changeStatus,
  checkCode,
  checkExpected,
  isSameReason,
  NO_KEY,
  type StatusChange,
  toChange,
  toEvent,
  toStoredReason,
  toWithdrawal,
  withdraw,
} from './status.ts'
import {
  insertStatusChange,
  listRejectionReasons,
  listStatusChanges,
  lockApplication,
  lockRejectionReasons,
  saveApplication,
  saveRejectionReasons,
} from './store.ts'

type Author = Pick<StatusChange, 'authorKeyId' | 'authorUserId' | 'byCandidate'>
type StatusChanged = ResponseBody<typeof endpoints.changeApplicationStatus>

/** D-26. The current status again is no change: it writes no event and returns the `changedAt` of the last change; a note
 * is kept as a history row. */
const changeApplicationStatus = route(
  endpoints.changeApplicationStatus,
  ({ caller, employerId, params, body, now, commit }) =>
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
    }),
)

/** Called by candidate. Withdrawn before and not moved since: no change. One that an employer has set to Withdrawn gets a
 * history row and no event. Costs nothing of a budget. */
const withdrawByCandidate = route(withdrawApplication, ({ params: { id, candidateId }, body, now, commit }) =>
  commit(async (sql) => {
    const before = await lockApplication(sql, { candidateId }, id)
    const after = withdraw(before, now)
    if (!after) return { body: toWithdrawal(before) }
    const author = { authorKeyId: body.keyId, authorUserId: null, byCandidate: true }
    const historyId = await insertChange(sql, before, after, { note: null, rejectionReason: null, ...author })
    failpoint('withdraw-after-history')
    if (after.version !== before.version) await publishChange(sql, before, after, { historyId })
    await saveApplication(sql, after)
    return { body: toWithdrawal(after) }
  }),
)

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

const replaceRejectionReasons = route(
  reasons.replaceRejectionReasons,
  ({ commit, employerId, body, headers }) =>
    commit(async (sql) => {
      checkMatch(headers, await lockRejectionReasons(sql, employerId))
      await saveRejectionReasons(sql, employerId, body)
      return { body, headers: { etag: etagOf(body) } }
    }),
)

/** Moves of applications by employers and candidates, their history (D-26), and the reasons for rejections. */
export const statusRoutes: Route[] = [
  changeApplicationStatus,
  withdrawByCandidate,
  route(endpoints.listApplicationHistory, async ({ sql, employerId, params, query }) => {
    await getCandidateId(sql, employerId, params.id)
    const page = await listStatusChanges(sql, params.id, query)
    return { body: { ...page, items: page.items.map(toChange) } }
  }),
  route(reasons.listRejectionReasons, async ({ sql, employerId, headers }) =>
    withEtag(headers, await listRejectionReasons(sql, employerId)),
  ),
  replaceRejectionReasons,
]
