import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Subscription } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'
import { isStateFilter } from './consumer.ts'
import { ensureDurable } from './durable.ts'

const MAX_PARALLEL = 8
/** States leave connections of the pool to requests and to events. */
const MAX_PARALLEL_STATES = 4
const PREFETCH = 16
const RESTART_DELAY_MS = 500

/** Fetches messages until stopped and runs `onMessage` (it must ack or nak): 8 aggregates in parallel (4 of a state
 * filter), one aggregate in order. Creates stream and durable when missing. Returns a stop function that waits for the
 * messages already fetched. */
export function startMessageLoop({
  bus,
  durable,
  filter,
  ackWaitMs,
  onMessage,
  log,
}: {
  bus: Bus
  durable: string
  filter: string
  ackWaitMs: number
  onMessage: (message: JsMsg) => Promise<void>
  log: Log
}): () => Promise<void> {
  const maxParallel = isStateFilter(filter) ? MAX_PARALLEL_STATES : MAX_PARALLEL
  const stopping = new AbortController()
  const inFlight = new Map<JsMsg, Promise<void>>()
  /** The last message of each lane; the messages of a lane run one after the other. */
  const lanes = new Map<string, Promise<void>>()
  let messages: ConsumerMessages | undefined

  /** One lane per aggregate: in parallel, its events would contend for row locks or overtake each other. */
  function start(message: JsMsg): void {
    const lane = message.headers?.get('ce-subject') ?? ''
    const work = (lanes.get(lane) ?? Promise.resolve())
      .then(() => onMessage(message))
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
    const source = await bus.js.consumers.get(streamOfFilter(filter), durable)
    messages = await source.consume({
      max_messages: PREFETCH,
      // An idle consumer costs 0.2 messages per second. A dead connection is noticed by pings, not by heartbeats.
      expires: 30_000,
      idle_heartbeat: 5_000,
      // Ends the iterator when stream or durable disappear; the next iteration of `run` creates them again.
      abort_on_missing_resource: true,
    })
    if (stopping.signal.aborted) await drain(messages)
    for await (const message of messages) {
      start(message)
      if (inFlight.size >= maxParallel) await Promise.race(inFlight.values())
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await consume()
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error, consumer: durable }, 'consumer restarts')
      }
      await sleep(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(inFlight.values())
  }

  // Extends the ack wait of slow handlers; otherwise another replica would receive their messages too.
  const extendAckWait = setInterval(() => {
    for (const message of inFlight.keys()) message.working()
  }, ackWaitMs / 3).unref()
  const running = run()

  return async () => {
    stopping.abort()
    await drain(messages)
    await running
    clearInterval(extendAckWait)
  }
}

/** Ends the iterator after the messages already sent by the server; `close()` would drop up to a prefetch of
 * them until the ack wait is over. `sub` is not in the types; without it, falls back to `close()`. */
async function drain(messages: ConsumerMessages | undefined): Promise<void> {
  const { sub } = (messages ?? {}) as { sub?: Subscription }
  if (sub && !sub.isClosed()) await sub.drain().catch(() => messages?.close())
  else await messages?.close()
}
