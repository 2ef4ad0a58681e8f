import type { grantCredits as endpoint } from '@jobboard/contracts/endpoints/credits'
import { addCredits } from '@jobboard/contracts/internal/credits'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { actorOf } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../peers/balances.ts'
import { saveAudit } from '../store/audit.ts'
import { getEmployer } from '../store/employer.ts'

/** Admin API: the service that spends the kind adds it, once per `Idempotency-Key`, and tells the audit row with it. Throws
 * not_found, invalid_request, and unavailable when that service does not answer: then only a repeat with the same key is safe. */
export const grantCredits: Action<typeof endpoint> = async (context) => {
  const { service, sql, params, body, operationId, requestId } = context
  const { id: employerId } = await getEmployer(sql, params.employerId)
  const { kind, amount, reason } = body
  const cause = reason ? `grant: ${reason}` : 'grant'
  const owner = ownerOf(kind)
  const { audit, ...granted } = await service.call(
    addCredits(owner),
    { body: { operationId, employerId, kind, amount, cause, actor: actorOf(context.caller) } },
    { requestId },
  )
  failpoint('grant-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: granted }
  })
}
