import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../fault.ts'
import { mintKey } from '../people.ts'

/** Uses one key as fast as a client that ignores limits, on every gateway. */
export interface LimitProbe {
  /** Says when a minute since the start had more successful calls than the gateways together allow. */
  problems(): string[]
  stop(): Promise<void>
}

const GATEWAYS = 3
/** Of the family of jobs, in a minute. */
const LIMIT = 100
const PAUSE_MS = 250
const MINUTE_MS = 60_000

/** Starts the probe with a key of its own. */
export async function startLimitProbe(system: System, employerId: number): Promise<LimitProbe> {
  const key = await mintKey(system, employerId)
  const successes: number[] = []
  let isRunning = true
  let most = 0
  async function run(): Promise<void> {
    while (isRunning) {
      const response = await key.get('/api/v1/jobs?pageSize=1').catch(() => undefined)
      if (response?.status === 200) {
        const now = performance.now()
        successes.push(now)
        while (now - successes[0]! >= MINUTE_MS) successes.shift()
        most = Math.max(most, successes.length)
      }
      await sleep(PAUSE_MS)
    }
  }
  const running = run()
  return {
    problems: () => (most > LIMIT * GATEWAYS ? [`a key had ${most} calls in a minute`] : []),
    async stop() {
      isRunning = false
      await running
      console.log(`A key that ignored its limit of ${LIMIT} had at most ${most} calls in a minute.`)
    },
  }
}
