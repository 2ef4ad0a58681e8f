import { readBalances } from '@jobboard/contracts/credits/internal'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import type { CreditKind } from '@jobboard/contracts/limits'
import { creditHeaders } from '@jobboard/service/http/credit-headers'
import type { Call } from '@jobboard/service/lifecycle/call'
import { type RequestContext, withHeaders } from './http/request-context.ts'

/** Balances for the refusals that the gateway decides itself. */
export interface CreditBalances {
  /** The balance as of at most a second ago; undefined when the ledger does not respond within 300 ms. */
  remaining(employerId: number, service: ServiceName, kind: CreditKind): Promise<number | undefined>
}

type Balances = Partial<Record<CreditKind, number>>

const MAX_AGE_MS = 1_000
const TIMEOUT_MS = 300
/** Employers whose balances are kept; above it all are read again. */
const MAX_ENTRIES = 10_000

/** Reads each ledger at most once a second for an employer, however many requests are refused. */
export function openCreditBalances(call: Call, nowMs: () => number): CreditBalances {
  const read = new Map<string, { balances: Promise<Balances>; atMs: number }>()
  return {
    async remaining(employerId, service, kind) {
      if (service !== 'jobs' && service !== 'search') return undefined
      const name = `${service} ${employerId}`
      let entry = read.get(name)
      if (!entry || nowMs() - entry.atMs >= MAX_AGE_MS) {
        const balances = call(readBalances(service), { params: { employerId } }, { timeoutMs: TIMEOUT_MS })
        entry = { balances: balances.catch(() => ({})), atMs: nowMs() }
        if (read.size >= MAX_ENTRIES) read.clear()
        read.set(name, entry)
      }
      return (await entry.balances)[kind]
    },
  }
}

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
