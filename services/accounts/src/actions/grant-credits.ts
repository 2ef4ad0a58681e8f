import type { grantCredits as endpoint } from '@jobboard/contracts/endpoints/credits'
import { addCredits } from '@jobboard/contracts/internal/credits'
import type { Action } from '@jobboard/service/route'
import { toAudit } from '../domain/audit.ts'
import { ownerOf } from '../peers/balances.ts'
import { insertAudit } from '../store/audit.ts'
import { getEmployer } from '../store/employer.ts'

/** Admin API: the service that spends the kind adds it, once per `Idempotency-Key`. Throws not_found, invalid_request,
 * and unavailable when that service does not answer: then only a repeat with the same key is safe. */
export const grantCredits: Action<typeof endpoint> = async (context) => {
  const { service, sql, params, body, operationId, requestId } = context
  const { id: employerId } = await getEmployer(sql, params.employerId)
  const { kind, amount, reason } = body
  const cause = reason ? `grant: ${reason}` : 'grant'
  const granted = await service.call(
    addCredits(ownerOf(kind)),
    { body: { operationId, employerId, kind, amount, cause } },
    { requestId },
  )
  return context.commit(async (tx) => {
    const { balance } = granted
    const change = { before: { kind, balance: balance - amount }, after: { kind, balance, amount, cause } }
    await insertAudit(tx, toAudit(context, 'grant-credits', `employer ${employerId}`, change))
    return { body: granted }
  })
}
