import { startOwnResync } from '@jobboard/contracts/operators/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** The services whose rows metrics are counted from. */
const OWNERS = ['jobs', 'pipeline', 'search'] as const
/** Counts the rows first. */
const TIMEOUT_MS = 6_000

/** Makes the owners of what metrics count publish their present state again. Throws unavailable for one that does
 * not respond; repeating the call is safe. */
export async function startMetricResyncs(call: Call, actor: string, requestId: string): Promise<void> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  await Promise.all(OWNERS.map((owner) => call(startOwnResync(owner), { body: { actor } }, options)))
}
