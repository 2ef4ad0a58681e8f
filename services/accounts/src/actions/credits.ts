import type * as endpoints from '@jobboard/contracts/credits/endpoints'
import { failpoint } from '@jobboard/process/failpoint'
import { actorOf } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/ledger-owner.ts'
import { addCredits, reverseEntry } from '../peers/credits.ts'
import { saveAudit } from '../store/audit.ts'
import { getEmployer } from '../store/employer.ts'

/** Admin API: the owner of the ledger adds the credits, once per `Idempotency-Key`. Throws not_found,
 * invalid_request, and unavailable: the credits may have been added then, so only a repetition with the same
 * `Idempotency-Key` is safe. */
export const grantCredits: Action<typeof endpoints.grantCredits> = async (context) => {
  const { service, sql, params, body, operationId, requestId } = context
  const { id: employerId } = await getEmployer(sql, params.employerId)
  const { kind, amount, reason } = body
  const cause = reason ? `grant: ${reason}` : 'grant'
  const actor = actorOf(context.caller)
  const owner = ownerOf(kind)
  const { audit, ...granted } = await addCredits(
    service.call,
    owner,
    { operationId, employerId, kind, amount, cause, actor },
    requestId,
  )
  failpoint('grant-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: granted }
  })
}

/** Admin API: the owner of the ledger reverses the entry, once. Throws not_found, invalid_state (the
 * entry is itself a reversal), invalid_request (the balance would fall below 0) and unavailable; a
 * repetition is always safe. */
export const reverseCreditEntry: Action<typeof endpoints.reverseCreditEntry> = async (context) => {
  const { service, sql, params, body, requestId } = context
  await getEmployer(sql, params.employerId)
  const owner = ownerOf(body.kind)
  const { audit, ...reversed } = await reverseEntry(
    service.call,
    owner,
    { params, body: { ...body, actor: actorOf(context.caller) } },
    requestId,
  )
  failpoint('reversal-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: reversed }
  })
}
