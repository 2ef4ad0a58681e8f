import type { KeyKind } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints/all'
import { getKey } from '@jobboard/contracts/endpoints/key'
import { readBalances } from '@jobboard/contracts/internal/credits'
import { requestsPerMinute } from '@jobboard/contracts/limits'
import { sendJson } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Parts } from '../parts.ts'

/** Answers what the key may do and what is left to pay with (D-63). Throws unavailable when a ledger does not answer. */
export async function describeKey({ call }: Parts, exchange: Exchange): Promise<void> {
  const { kind, name, scopes, expiresAtMs, employerId } = exchange.key!
  const credits = employerId === null ? null : await balances(call, employerId, exchange.requestId)
  sendJson(exchange, getKey.status, {
    kind,
    name,
    scopes,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    limits: familiesOf(kind).map((family) => ({ family, requestsPerMinute: requestsPerMinute[family] })),
    credits,
  })
}

// Each kind of credit is kept by the service that spends it.
async function balances(call: Parts['call'], employerId: number, requestId: string) {
  const [jobs, search] = await Promise.all([
    call(readBalances('jobs'), { params: { employerId } }, { requestId }),
    call(readBalances('search'), { params: { employerId } }, { requestId }),
  ])
  return { JobPosting: 0, CvSearch: 0, CvDownload: 0, ...jobs, ...search }
}

function familiesOf(kind: KeyKind) {
  const own = endpoints.flatMap(({ keys, limit }) => (keys?.includes(kind) && limit ? [limit] : []))
  return [...new Set(own)]
}
