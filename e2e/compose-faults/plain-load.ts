import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@jobboard/testkit/client'
import { jobBody } from '../faults/support/people.ts'

/** Calls that are never repeated: a list and a draft, ten a second, without `Idempotency-Key`. */
export interface PlainLoad {
  /** Drafts that were acknowledged, since the start. */
  created: number
  /** Creations without a response of success, since the start: each may have had its effect. */
  uncertain: number
  /** Calls and failures since the last drain; a failure is a status or `network`. */
  drain(): { calls: number; failures: string[] }
  stop(): Promise<void>
}

const PAUSE_MS = 200
const TIMEOUT_MS = 20_000

/** Starts the load; the keys are used in turn. */
export function startPlainLoad(keys: readonly Client[]): PlainLoad {
  let isRunning = true
  let next = 0
  let calls = 0
  let failures: string[] = []
  const key = () => keys[next++ % keys.length]!

  async function status(call: Promise<{ status: number }>): Promise<number> {
    const timeout = sleep(TIMEOUT_MS, { status: 0 }, { ref: false })
    const response = await Promise.race([call.catch(() => ({ status: 0 })), timeout])
    calls++
    if (response.status === 0 || response.status >= 300) failures.push(String(response.status || 'network'))
    return response.status
  }
  async function repeat(work: () => Promise<void>): Promise<void> {
    while (isRunning) {
      await work()
      await sleep(PAUSE_MS)
    }
  }
  const running = [
    repeat(async () => void (await status(key().get('/api/v1/jobs?pageSize=5')))),
    repeat(async () => {
      if ((await status(key().post('/api/v1/jobs', jobBody('Draft')))) === 201) load.created++
      else load.uncertain++
    }),
  ]
  const load: PlainLoad = {
    created: 0,
    uncertain: 0,
    drain() {
      const drained = { calls, failures }
      calls = 0
      failures = []
      return drained
    },
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
  return load
}
