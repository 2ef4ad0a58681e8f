import type { reverseCreditEntry as endpoint } from '@jobboard/contracts/endpoints/credits'
import { reverseEntry } from '@jobboard/contracts/internal/credits'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { actorOf } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../peers/balances.ts'
import { saveAudit } from '../store/audit.ts'
import { getEmployer } from '../store/employer.ts'

/** Admin API, P-33: the service that keeps the entry undoes it, once, and tells the audit row with it. Throws not_found,
 * invalid_state (a reversal stands), invalid_request (it would leave less than 0), and unavailable: a repeat is safe. */
export const reverseCreditEntry: Action<typeof endpoint> = async (context) => {
  const { service, sql, params, body, requestId } = context
  await getEmployer(sql, params.employerId)
  const owner = ownerOf(body.kind)
  const { audit, ...reversed } = await service.call(
    reverseEntry(owner),
    { params, body: { ...body, actor: actorOf(context.caller) } },
    { requestId },
  )
  failpoint('reversal-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: reversed }
  })
}
