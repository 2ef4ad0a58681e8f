import type { Consumer } from '@jobboard/events/consumer/consumer'
import { businessClock } from '../business-clock/business-clock.ts'
import { deadLetters } from '../dead-letters/dead-letters.ts'
import { confirmErasures } from '../erasure/confirm-erasures.ts'
import { expiredResponses } from '../http/expired-responses.ts'
import type { Feature } from '../http/feature.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { replays } from '../replay/replays.ts'
import { resyncs } from '../resync/resyncs.ts'
import type { Service } from './service.ts'

/** What every service has beside its own routes, timers and workers. A new feature needs an entry here, nothing else. */
export function featuresOf<Env extends BaseEnv, Own>(
  { name, states = [], erasure }: Service<Env, Own>,
  env: Env,
  consumers: readonly Consumer[],
): Feature<Env>[] {
  return [
    businessClock(name, env),
    deadLetters(name, consumers),
    replays(name),
    resyncs(name, states),
    confirmErasures(erasure),
    expiredResponses,
  ]
}
