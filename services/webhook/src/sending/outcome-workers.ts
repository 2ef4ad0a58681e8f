import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptOutcome } from './outcome-actions.ts'

const BATCH_SIZE = 200
const COLLECT_MS = 5
const RETRY_MS = 500

/** Collects outcomes and writes them in batches, one batch at a time. Retries `write` every 500 ms until it succeeds, so a
 * database outage loses no outcome; then calls `onWritten`. */
export function openOutcomeWriter(options: {
  write(batch: AttemptOutcome[]): Promise<void>
  onWritten(batch: AttemptOutcome[]): void
  onError(error: unknown): void
  retryMs?: number
}) {
  const queue: AttemptOutcome[] = []
  let running: Promise<void> | undefined
  let hasGivenUp = false

  async function run(): Promise<void> {
    await sleep(COLLECT_MS)
    while (queue.length > 0 && !hasGivenUp) {
      const batch = queue.slice(0, BATCH_SIZE)
      try {
        await options.write(batch)
        queue.splice(0, batch.length)
        options.onWritten(batch)
      } catch (error) {
        options.onError(error)
        await sleep(options.retryMs ?? RETRY_MS)
      }
    }
    running = undefined
  }

  return {
    add(outcome: AttemptOutcome) {
      queue.push(outcome)
      running ??= run()
    },
    /** Resolves when every outcome is written or the deadline has passed. Deliveries whose outcome is lost stay due and are
     * sent again. */
    async drain(deadlineMs: number) {
      const deadline = setTimeout(() => {
        hasGivenUp = true
      }, deadlineMs)
      while (running) await running
      clearTimeout(deadline)
    },
  }
}
