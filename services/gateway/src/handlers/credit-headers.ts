import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { creditHeaders } from '@jobboard/service/http/credit-headers'
import type { CreditBalances } from '../credit-balances.ts'
import { type RequestContext, withHeaders } from '../http/request-context.ts'

/** The request with the headers of a call that cost nothing, if it could have cost a credit: for a refusal of the gateway
 * itself (D-47). Without the balance when the ledger does not respond. */
export async function withUnspentCredits(
  balances: CreditBalances,
  context: RequestContext,
  key: KeyRecord | undefined,
): Promise<RequestContext> {
  const { endpoint } = context.match ?? {}
  if (!endpoint?.cost || !key?.employerId) return context
  const remaining = await balances.remaining(key.employerId, endpoint.service, endpoint.cost)
  return withHeaders(context, Object.entries(creditHeaders({ cost: 0, remaining })).flat())
}
