import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import { z } from 'zod'
import { knownWindow, type SlidingLog } from './sliding-log.ts'

/** Tells another replica what was admitted here, so that it counts when it decides. */
export interface Telling {
  /** One request that was admitted this moment. */
  tell(owner: string, name: string, id: number): void
  /** Everything known of this window; nothing when the owner is this replica. */
  tellAll(owner: string, name: string): void
}

/** A window by name, and its requests: each an id and its age. Ages, because clocks of replicas differ. */
// A window's name, and of each request in it the id and the age in milliseconds.
const shape = z.tuple([knownWindow, z.array(z.tuple([z.number(), z.number()]))])
type Told = z.output<typeof shape>

const subjectOf = (member: string) => `limit.v1.tell.${member}`

/** Tells, and writes down what it is told. */
export function openTelling(bus: Bus, self: string, log: SlidingLog, nowMs: () => number): Telling {
  bus.onConnect((nc) => {
    subscribeValidated(nc, subjectOf(self), shape, ([name, entries]) => {
      const now = nowMs()
      log.merge(
        name,
        entries.map(([id, ageMs]) => ({ id, atMs: now - ageMs })),
      )
    })
  })

  function send(owner: string, told: Told): void {
    if (owner !== self && told[1].length > 0 && bus.isUp()) {
      bus.nc.publish(subjectOf(owner), JSON.stringify(told))
    }
  }

  return {
    tell: (owner, name, id) => send(owner, [name, [[id, 0]]]),
    tellAll(owner, name) {
      const now = nowMs()
      send(owner, [name, log.read(name).map(({ id, atMs }) => [id, now - atMs])])
    },
  }
}
