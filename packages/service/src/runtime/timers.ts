import type { Timer } from '../lifecycle/define.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** Runs timers until stopped. A failed run is logged, and the next one retries. `stop` waits for runs in
 * flight. */
export function startTimers<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  timers: Timer<Env, Own>[],
): { stop(): Promise<void> } {
  const stops = timers.map((timer) => startTimer(deps, timer))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

function startTimer<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  timer: Timer<Env, Own>,
): () => Promise<void> {
  let stopped = false
  let pause: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const runNow = () => {
    clearTimeout(pause)
    // Queued after a run in flight, never skipped: that run may have read the time before the clock advanced.
    running = (running ?? Promise.resolve())
      .then(() => timer.run(deps))
      .catch((error: unknown) => {
        deps.log.error({ err: error, timer: timer.name }, 'timer failed')
      })
    running.finally(() => {
      if (stopped) return
      clearTimeout(pause)
      pause = setTimeout(runNow, timer.everyMs)
    })
  }
  const unsubscribe = deps.clock.onAdvance(runNow)
  runNow()
  return async () => {
    stopped = true
    unsubscribe()
    clearTimeout(pause)
    await running
  }
}
