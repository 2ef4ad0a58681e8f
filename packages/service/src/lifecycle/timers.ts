import type { Timer } from './define.ts'
import type { Deps } from './deps.ts'
import type { BaseEnv } from './env.ts'

/** Runs timers until stopped; a run that fails is logged and tried again at the next turn. `stop` waits for runs. */
export function startTimers<Env extends BaseEnv>(
  deps: Deps<Env>,
  timers: Timer<Env>[],
): { stop(): Promise<void> } {
  const stops = timers.map((timer) => startTimer(deps, timer))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

function startTimer<Env extends BaseEnv>(deps: Deps<Env>, timer: Timer<Env>): () => Promise<void> {
  let stopped = false
  let pause: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const turn = () => {
    clearTimeout(pause)
    // A move of the clock during a run must not be lost: that run may have read the old time.
    running = (running ?? Promise.resolve())
      .then(() => timer.run(deps))
      .catch((error: unknown) => {
        deps.log.error({ err: error, timer: timer.name }, 'timer failed')
      })
    running.finally(() => {
      if (stopped) return
      clearTimeout(pause)
      pause = setTimeout(turn, timer.everyMs)
    })
  }
  const unlisten = deps.clock.onAdvance(turn)
  turn()
  return async () => {
    stopped = true
    unlisten()
    clearTimeout(pause)
    await running
  }
}
