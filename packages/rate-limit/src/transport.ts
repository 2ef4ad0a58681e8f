import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import type { z } from 'zod'

/** JSON messages between members: at most once, no acknowledgement. */
export interface Transport {
  /** Drops the message while NATS is away: buffered until a reconnect it would be out of date. */
  publish(subject: string, message: unknown): void
  /** Subscribes on every connection; drops messages that fail the schema. */
  subscribe<Schema extends z.ZodType>(
    subject: string,
    schema: Schema,
    onMessage: (message: z.output<Schema>) => void,
  ): void
  /** Calls back now if connected, and on every new connection, after the subscriptions made before this call. */
  onConnect(callback: () => void): void
  isUp(): boolean
  /** Whether the first attempt to connect succeeded. */
  firstAttempt(): Promise<boolean>
}

/** Messages over NATS core. */
export function natsTransport(bus: Bus): Transport {
  return {
    publish(subject, message) {
      if (bus.isUp()) bus.nc.publish(subject, JSON.stringify(message))
    },
    subscribe(subject, schema, onMessage) {
      bus.onConnect((nc) => subscribeValidated(nc, subject, schema, onMessage))
    },
    onConnect: (callback) => void bus.onConnect(callback),
    isUp: bus.isUp,
    firstAttempt: bus.firstAttempt,
  }
}

/** For a membership of one: nothing is published or received. */
export const noTransport: Transport = {
  publish: () => {},
  subscribe: () => {},
  onConnect: () => {},
  isUp: () => false,
  firstAttempt: async () => false,
}
