import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Subscription } from '@nats-io/transport-node'
import type { Bus, Log } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'
import { ensureDurable } from './durable.ts'

const RESTART_DELAY_MS = 500

/** How the messages of a consumer are handled; each is acknowledged, or redelivered later. */
export interface Dispatch {
  /** Messages that are fetched ahead. */
  prefetch: number
  /** Starts to handle a message. Resolves when the next one may be added. */
  add(message: JsMsg): Promise<void>
  /** The messages that were added and are not acknowledged yet. */
  inFlight(): Iterable<JsMsg>
  /** Resolves when none is in flight. */
  idle(): Promise<void>
}

/** Fetches messages until stopped and dispatches them. Creates stream and durable when missing. Returns a stop function
 * that waits for the messages already fetched. */
export function startMessageLoop({
  bus,
  durable,
  filter,
  ackWaitMs,
  dispatch,
  onDurable,
  log,
}: {
  bus: Bus
  durable: string
  filter: string
  ackWaitMs: number
  dispatch: Dispatch
  /** Runs when stream and durable exist, before messages are fetched. */
  onDurable: () => Promise<void>
  log: Log
}): () => Promise<void> {
  const stopping = new AbortController()
  let messages: ConsumerMessages | undefined

  async function consume(): Promise<void> {
    await bus.ready(stopping.signal)
    await ensureDurable(bus, durable, filter, ackWaitMs)
    await onDurable()
    const source = await bus.js.consumers.get(streamOfFilter(filter), durable)
    messages = await source.consume({
      max_messages: dispatch.prefetch,
      // An idle consumer costs 0.5 messages per second. A dead connection is noticed by pings. Two missed heartbeats, 4 s,
      // are a server of a cluster that led the consumer and is gone: without them the next request is sent after 30 s.
      expires: 30_000,
      idle_heartbeat: 2_000,
      // Ends the iterator when stream or durable disappear; the next iteration of `run` creates them again.
      abort_on_missing_resource: true,
    })
    if (stopping.signal.aborted) await drain(messages)
    for await (const message of messages) await dispatch.add(message)
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
    await dispatch.idle()
  }

  // Extends the ack wait of slow handlers; otherwise another replica would receive their messages too.
  const extendAckWait = setInterval(() => {
    for (const message of dispatch.inFlight()) message.working()
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

/** Aggregates whose events are handled side by side. */
export const MAX_PARALLEL = 8

/** Handles one event per call: 8 aggregates in parallel, the events of one aggregate in order. `handle` never rejects. */
export function eventLanes(handle: (message: JsMsg) => Promise<void>): Dispatch {
  const inFlight = new Map<JsMsg, Promise<void>>()
  /** The last message of each lane; the messages of a lane run one after the other. */
  const lanes = new Map<string, Promise<void>>()

  /** One lane per aggregate: in parallel, its events would contend for row locks or overtake each other. */
  function start(message: JsMsg): void {
    const lane = message.headers?.get('ce-subject') ?? ''
    const work = (lanes.get(lane) ?? Promise.resolve())
      .then(() => handle(message))
      .finally(() => {
        inFlight.delete(message)
        if (lanes.get(lane) === work) lanes.delete(lane)
      })
    lanes.set(lane, work)
    inFlight.set(message, work)
  }

  return {
    prefetch: 2 * MAX_PARALLEL,
    async add(message) {
      start(message)
      if (inFlight.size >= MAX_PARALLEL) await Promise.race(inFlight.values())
    },
    inFlight: () => inFlight.keys(),
    idle: async () => void (await Promise.all(inFlight.values())),
  }
}
