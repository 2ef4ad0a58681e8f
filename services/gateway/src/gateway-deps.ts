import type { Limiter } from '@jobboard/rate-limit/limiter'
import type { Clock } from '@jobboard/service/clock/clock'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { TestClock } from './clock/test-clock.ts'
import type { CreditBalances } from './credits.ts'
import type { GatewayEnv, UpstreamName } from './env.ts'
import type { CallerTokens } from './keys/caller.ts'
import type { Identify } from './keys/identify.ts'
import type { KeyUses } from './keys/key-uses.ts'
import type { SimulatedFailures } from './keys/simulated-failures.ts'
import type { UnsentResponses } from './proxy/unsent-responses.ts'
import type { Upstream } from './proxy/upstream.ts'

/** What the handlers of a gateway work with. */
export interface GatewayDeps {
  env: GatewayEnv
  log: Log
  call: Call
  /** Business time. */
  clock: Clock
  testClock: TestClock
  identify: Identify
  keyUses: KeyUses
  simulatedFailures: SimulatedFailures
  callerTokens: CallerTokens
  limiter: Limiter
  creditBalances: CreditBalances
  /** Responses that clients have not read yet, by port. */
  unsent: Record<'public' | 'admin', UnsentResponses>
  upstreams: Partial<Record<UpstreamName, Upstream>>
}
