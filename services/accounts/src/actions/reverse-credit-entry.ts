import type { reverseCreditEntry as endpoint } from '@jobboard/contracts/endpoints/credits'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { actorOf } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/ledger-owner.ts'
import { reverseEntry } from '../peers/credits.ts'
import { saveAudit } from '../store/audit.ts'
import { getEmployer } from '../store/employer.ts'

/** Admin API, P-33: the owner of the ledger reverses the entry, once. Throws not_found, invalid_state (the
 * entry is itself a reversal), invalid_request (the balance would fall below 0) and unavailable; a
 * repetition is always safe. */
export const reverseCreditEntry: Action<typeof endpoint> = async (context) => {
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
