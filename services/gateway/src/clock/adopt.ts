import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@jobboard/service/clock/clock'
import type { UpstreamName } from '../env.ts'
import type { Parts } from '../parts.ts'
import { moveService } from './replicas.ts'

const RETRY_MS = 500

/** Takes over the furthest business clock of the services, which keep theirs over a restart; asks those that are
 * not up yet again until they have answered. Resolves after the first round. */
export async function adoptClock(
  parts: Pick<Parts, 'env' | 'call'> & { clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  if (!parts.env.TEST_CLOCK) return
  const missing = await askAll(parts, parts.env.SERVICES)
  void keepAsking(parts, missing, signal)
}

async function keepAsking(
  parts: Pick<Parts, 'env' | 'call' | 'clock'>,
  names: UpstreamName[],
  signal: AbortSignal,
): Promise<void> {
  let missing = names
  while (missing.length > 0 && !signal.aborted) {
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    if (!signal.aborted) missing = await askAll(parts, missing)
  }
}

async function askAll(
  parts: Pick<Parts, 'env' | 'call' | 'clock'>,
  names: readonly UpstreamName[],
): Promise<UpstreamName[]> {
  const answers = await Promise.allSettled(names.map((name) => moveService(parts, name, 0)))
  for (const answer of answers) if (answer.status === 'fulfilled') parts.clock.advanceTo(answer.value)
  return names.filter((_, index) => answers[index]!.status === 'rejected')
}
