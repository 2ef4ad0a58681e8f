import type { JsMsg } from '@nats-io/jetstream'
import type { Dispatch } from './message-loop.ts'

const MAX_PARALLEL = 8
const PREFETCH = 16

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
    prefetch: PREFETCH,
    async add(message) {
      start(message)
      if (inFlight.size >= MAX_PARALLEL) await Promise.race(inFlight.values())
    },
    inFlight: () => inFlight.keys(),
    idle: async () => void (await Promise.all(inFlight.values())),
  }
}
