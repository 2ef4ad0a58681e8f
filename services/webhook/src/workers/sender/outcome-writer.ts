import { setTimeout as sleep } from 'node:timers/promises'
import type { Ended } from './write-outcomes.ts'

/** Collects ended attempts and writes them in batches, one after the other. */
export interface OutcomeWriter {
  add(ended: Ended): void
  /** Resolves when all that was added has been written. Gives up at the deadline: what is left is sent again. */
  drain(deadlineMs: number): Promise<void>
}

const BATCH = 200
const COLLECT_MS = 5
const RETRY_MS = 500

/** `write` is tried again until it works, so that an outage of the database loses no outcome; `written` follows it. */
export function openOutcomeWriter(options: {
  write(batch: Ended[]): Promise<void>
  written(batch: Ended[]): void
  failed(error: unknown): void
}): OutcomeWriter {
  const waiting: Ended[] = []
  let running: Promise<void> | undefined
  let givingUp = false

  async function run(): Promise<void> {
    await sleep(COLLECT_MS)
    while (waiting.length > 0 && !givingUp) {
      const batch = waiting.slice(0, BATCH)
      try {
        await options.write(batch)
        waiting.splice(0, batch.length)
        options.written(batch)
      } catch (error) {
        options.failed(error)
        await sleep(RETRY_MS)
      }
    }
    running = undefined
  }

  return {
    add(ended) {
      waiting.push(ended)
      running ??= run()
    },
    async drain(deadlineMs) {
      const late = setTimeout(() => {
        givingUp = true
      }, deadlineMs)
      while (running) await running
      clearTimeout(late)
    },
  }
}
