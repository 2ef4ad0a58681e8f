import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@jobboard/testkit/client'

/** Uses one key as fast as a client that ignores limits, on every gateway. */
export interface LimitProbe {
  /** Most successful calls within 60 s since the start. */
  mostInAMinute(): number
  stop(): Promise<void>
}

const PAUSE_MS = 250
const MINUTE_MS = 60_000

/** Starts the probe with a key of its own. */
export function startLimitProbe(key: Client): LimitProbe {
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
    mostInAMinute: () => most,
    async stop() {
      isRunning = false
      await running
    },
  }
}

/** How many replicas of each service lead its relay, by service; a replica that does not respond counts as none. */
export async function countLeaders(serviceUrls: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const leaders = new Map<string, number>()
  for (const [name, url] of serviceUrls) {
    const service = name.replace(/-\d+$/, '')
    if (service === 'gateway' || service === 'portal') continue
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    const text = (await response?.text()) ?? ''
    const leads = /^relay_leader(?:\{[^}]*\})? 1$/m.test(text)
    leaders.set(service, (leaders.get(service) ?? 0) + Number(leads))
  }
  return leaders
}
