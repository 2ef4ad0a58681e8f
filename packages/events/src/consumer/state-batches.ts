import type { JsMsg } from '@nats-io/jetstream'
import type { Dispatch } from './message-loop.ts'

/** States of one transaction: enough to share its commit, few enough to hold row locks for milliseconds. */
const MAX_BATCH = 100
/** The next batch is received while one is handled. `max_ack_pending` bounds what waits. */
const PREFETCH = 2 * MAX_BATCH

/** Handles states in batches, one after the other: each takes what arrived during the one before. Those that wait are in
 * flight too, so that their ack wait is extended. `handle` never rejects. */
export function stateBatches(handle: (messages: JsMsg[]) => Promise<void>): Dispatch {
  const inFlight = new Set<JsMsg>()
  const waiting: JsMsg[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // Messages of one network read arrive in the same event-loop iteration.
    await new Promise(setImmediate)
    const batch = waiting.splice(0, MAX_BATCH)
    await handle(batch)
    for (const message of batch) inFlight.delete(message)
    running = waiting.length > 0 ? run() : undefined
  }

  return {
    prefetch: PREFETCH,
    async add(message) {
      inFlight.add(message)
      waiting.push(message)
      running ??= run()
    },
    inFlight: () => inFlight,
    async idle() {
      while (running) await running
    },
  }
}
