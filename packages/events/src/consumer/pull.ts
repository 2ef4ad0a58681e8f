import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Subscription } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { streamOf } from '../nats/topology.ts'
import { ensureDurable, ownerOf } from './durable.ts'

const PARALLEL = 8
const PREFETCH = 16
const FAILURE_MS = 500
const REDELIVERED = '(redelivered)'

/** Pulls messages until stopped: one aggregate's one after the other, different ones eight at a time, redelivered ones one by one. Makes stream and
 * durable when they are missing. `settle` must acknowledge or give back. Returns the way to stop, which waits for it. */
export function pull({
  bus,
  durable,
  filter,
  ackWaitMs,
  settle,
  log,
}: {
  bus: Bus
  durable: string
  filter: string
  ackWaitMs: number
  settle: (message: JsMsg) => Promise<void>
  log: Log
}): () => Promise<void> {
  const stopping = new AbortController()
  const inFlight = new Map<JsMsg, Promise<void>>()
  const lanes = new Map<string, Promise<void>>()
  let messages: ConsumerMessages | undefined

  /** Side by side they would wait for each other's row locks, or overtake each other. */
  function start(message: JsMsg): void {
    // What may have killed a process before is handled alone, so that no bystander is blamed for the next time.
    const lane = message.redelivered ? REDELIVERED : (message.headers?.get('ce-subject') ?? '')
    const work = (lanes.get(lane) ?? Promise.resolve())
      .then(() => settle(message))
      .catch((error: unknown) => log.warn({ err: error, consumer: durable }, 'event not acknowledged'))
      .finally(() => {
        inFlight.delete(message)
        if (lanes.get(lane) === work) lanes.delete(lane)
      })
    lanes.set(lane, work)
    inFlight.set(message, work)
  }

  async function consume(): Promise<void> {
    await bus.ready(stopping.signal)
    await ensureDurable(bus, durable, filter, ackWaitMs)
    const source = await bus.js.consumers.get(streamOf(ownerOf(filter)), durable)
    // Ends when the stream or the durable vanish, so that the next round makes them again.
    messages = await source.consume({
      max_messages: PREFETCH,
      expires: 5_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
    })
    if (stopping.signal.aborted) await endGently(messages)
    for await (const message of messages) {
      start(message)
      if (inFlight.size >= PARALLEL) await Promise.race(inFlight.values())
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await consume()
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error, consumer: durable }, 'consumer starts again')
      }
      await sleep(FAILURE_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(inFlight.values())
  }

  // A slow handler is not a dead one: without this its message would go to another replica too.
  const working = setInterval(() => {
    for (const message of inFlight.keys()) message.working()
  }, ackWaitMs / 3).unref()
  const running = run()

  return async () => {
    stopping.abort()
    await endGently(messages)
    await running
    clearInterval(working)
  }
}

/** Ends the iterator after what the server has sent already: `close` alone would drop up to a prefetch of messages,
 * which come again only after the ack wait. The field is not in the types; without it `close` has to do. */
async function endGently(messages: ConsumerMessages | undefined): Promise<void> {
  const { sub } = (messages ?? {}) as { sub?: Subscription }
  if (sub && !sub.isClosed()) await sub.drain().catch(() => messages?.close())
  else await messages?.close()
}
