import type { Limiter } from '@jobboard/rate-limit/limiter'
import type { Clock } from '@jobboard/service/clock/clock'
import type { Call } from '@jobboard/service/http/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { ClockFollowing } from './clock/follow.ts'
import type { GatewayEnv, UpstreamName } from './env.ts'
import type { Identify } from './keys/identify.ts'
import type { KeyUses } from './keys/key-uses.ts'
import type { Passports } from './keys/passports.ts'
import type { Upstream } from './proxy/upstream.ts'

/** What a running gateway has at hand. */
export interface Parts {
  env: GatewayEnv
  log: Log
  call: Call
  clock: Clock
  clockFollowing: ClockFollowing
  identify: Identify
  keyUses: KeyUses
  passports: Passports
  limiter: Limiter
  upstreams: Partial<Record<UpstreamName, Upstream>>
}
