import { readBalances } from '@jobboard/contracts/credits/internal'
import type { KeyKind, ResponseBody } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import type { getKey } from '@jobboard/contracts/keys/own'
import { requestsPerMinute } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Admitted } from './admitted.ts'

/** Returns what the caller's key may do and the credits it can spend (D-63). Throws unavailable when a ledger
 * does not respond. */
export async function describeKey(
  { call }: GatewayDeps,
  { context, key }: Admitted,
): Promise<ResponseBody<typeof getKey>> {
  const { id, kind, name, userId, scopes, expiresAtMs, employerId } = key!
  return {
    id,
    kind,
    name,
    userId,
    scopes,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    limits: familiesOf(kind).map((family) => ({ family, requestsPerMinute: requestsPerMinute[family] })),
    credits: employerId === null ? null : await balances(call, employerId, context.requestId),
  }
}

// Each kind of credit has its ledger in the service that spends it.
async function balances(call: Call, employerId: number, requestId: string) {
  const [jobs, search] = await Promise.all([
    call(readBalances('jobs'), { params: { employerId } }, { requestId }),
    call(readBalances('search'), { params: { employerId } }, { requestId }),
  ])
  return { JobPosting: 0, CvSearch: 0, CvDownload: 0, ...jobs, ...search }
}

function familiesOf(kind: KeyKind) {
  const families = endpoints.flatMap(({ keys, limit }) => (keys?.includes(kind) && limit ? [limit] : []))
  return [...new Set(families)]
}
