import type { Metrics } from '../metrics/registry.ts'
import type { Deps } from './deps.ts'
import type { BaseEnv } from './env.ts'

/** Periodic work. Every replica runs it, so its SQL must make concurrent runs harmless. */
export interface Timer<Env extends BaseEnv = BaseEnv, Own = unknown> {
  name: string
  /** Milliseconds (real clock) from the end of a run to the next one. An advance of the business clock runs
   * it at once. */
  everyMs: number
  run(deps: Deps<Env, Own>): Promise<void>
}

/** Starts a loop that runs until it is stopped, such as the webhook sender, and adds its metrics. */
export type Worker<Env extends BaseEnv = BaseEnv, Own = unknown> = (
  deps: Deps<Env, Own>,
  metrics: Metrics,
) => Promise<{ stop(): Promise<void> }>

/** A part that the process needs to serve all requests. */
export interface ReadinessPart<Env extends BaseEnv = BaseEnv, Own = unknown> {
  name: string
  isReady(deps: Deps<Env, Own>): Promise<boolean>
  /** False: the process gets requests without it, and its status is `degraded`. True by default. */
  isRequired?(deps: Deps<Env, Own>): Promise<boolean>
}
