import type * as endpoints from '@jobboard/contracts/applications/endpoints'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { isBlank } from '@jobboard/contracts/characters'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { chargeBytes, checkBytesLeft } from '@jobboard/events/publisher/byte-budget'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import type { Caller } from '@jobboard/service/auth/caller'
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
  toEvent,
  toStoredReason,
  withdraw,
} from './status.ts'
import {
  checkHistory,
  insertStatusChange,
  listRejectionReasons,
  lockApplication,
  saveApplication,
} from './store.ts'

/** Who changes the status of an application. */
export type Author = Pick<StatusChange, 'authorKeyId' | 'authorUserId' | 'byCandidate'>
type Move = Input<typeof endpoints.changeApplicationStatus>['body']
type StatusChanged = ResponseBody<typeof endpoints.changeApplicationStatus>

/** D-26. The current status again is no change: it writes no event and returns the `changedAt` of the last change; a note
 * is kept as a history row. Its last lock is that of the employer's changes: call it last in a transaction. */
export async function moveApplication(
  sql: Tx,
  { employerId, author }: { employerId: number; author: Author },
  id: number,
  move: Move,
  now: Date,
): Promise<StatusChanged> {
  const { before, after, change } = await decideMove(sql, employerId, id, move, now)
  if (!change) return toStatusChanged(before, before)
  const changedAt = after.updatedAt
  const historyId = await insertChange(sql, before, after, { ...change, ...author, changedAt })
  const owner = { kind: 'employer', id: employerId } as const
  // The event, which is charged below, has none of these texts.
  const bytes = textBytes(change)
  if (bytes > 0) await chargeBytes(sql, owner, bytes, now)
  if (after.status === before.status) return toStatusChanged(before, before)
  failpoint('status-after-history')
  await publishChange(sql, before, after, { historyId, chargedTo: owner })
  await saveApplication(sql, after)
  return toStatusChanged(before, after)
}

/** What `moveApplication` would return. Throws what it would throw; stores nothing and takes no id. */
export async function tryMove(
  sql: Tx,
  { employerId }: { employerId: number },
  id: number,
  move: Move,
  now: Date,
): Promise<StatusChanged> {
  const { before, after, change } = await decideMove(sql, employerId, id, move, now)
  if (!change) return toStatusChanged(before, before)
  await checkHistory(sql, id)
  await checkBytesLeft(sql, { kind: 'employer', id: employerId }, textBytes(change), now)
  return toStatusChanged(before, after)
}

/** The application, locked, as it is and as it will be, and what its history keeps of the change; undefined for no change. */
async function decideMove(sql: Tx, employerId: number, id: number, move: Move, now: Date) {
  const before = await lockApplication(sql, { employerId }, id)
  const isMove = move.status !== before.status
  const note = move.note && !isBlank(move.note) ? move.note : null
  const reason = toStoredReason(move.rejectionReason)
  if (!isMove && reason && !isSameReason(reason, before.rejectionReason)) throw alreadyRejected()
  if (!isMove && note === null) return { before, after: before, change: undefined }

  checkExpected(before, move)
  const after = changeStatus(before, move.status, now, reason)
  if (isMove && reason) checkCode(reason, await listRejectionReasons(sql, employerId))
  return { before, after, change: { note, rejectionReason: isMove ? reason : null } }
}

function textBytes({ note, rejectionReason }: Pick<StatusChange, 'note' | 'rejectionReason'>): number {
  return Buffer.byteLength(note ?? '') + Buffer.byteLength(rejectionReason?.text ?? '')
}

/** Withdraws an application of the candidate with this key of theirs. Withdrawn before and not moved since: no change. One that
 * an employer has set to Withdrawn gets a history row and no event. Costs nothing of a budget. */
export async function withdrawApplication(
  sql: Tx,
  { candidateId, keyId }: { candidateId: number; keyId: number },
  id: number,
  now: Date,
): Promise<ApplicationState> {
  const before = await lockApplication(sql, { candidateId }, id)
  const after = withdraw(before, now)
  if (!after) return before
  const author = { authorKeyId: keyId, authorUserId: null, byCandidate: true }
  // Not `updatedAt`, which stays that of the employer's move to Withdrawn.
  const more = { note: null, rejectionReason: null, changedAt: after.withdrawnAt }
  const historyId = await insertChange(sql, before, after, { ...more, ...author })
  failpoint('withdraw-after-history')
  if (after.version !== before.version) await publishChange(sql, before, after, { historyId })
  await saveApplication(sql, after)
  return after
}

function insertChange(
  sql: Tx,
  before: ApplicationState,
  after: ApplicationState,
  more: Author & Pick<StatusChange, 'note' | 'rejectionReason' | 'changedAt'>,
): Promise<number> {
  const { id: applicationId, status } = after
  return insertStatusChange(sql, { applicationId, previousStatus: before.status, status, ...more })
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

/** Who a recruiter is, for the history. */
export function authorOf(caller: Caller): Author {
  if (caller.kind !== 'recruiter')
    throw new Error(`a ${caller.kind} cannot change the status of an application`)
  return { authorKeyId: caller.keyId ?? NO_KEY, authorUserId: caller.userId, byCandidate: false }
}
