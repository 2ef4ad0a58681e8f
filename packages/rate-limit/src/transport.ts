import type { Bus } from '@jobboard/events/nats/bus'
import type { z } from 'zod'
import { openMessageSigner } from './signed-message.ts'

/** JSON messages between members: signed, at most once, no acknowledgement. */
export interface Transport {
  /** Drops the message while NATS is away: buffered until a reconnect it would be out of date. */
  publish(subject: string, message: unknown): void
  /** Subscribes on every connection. Drops messages that no member has signed, that were received before, or that fail the
   * schema; `from` is the id of the member that signed the message. */
  subscribe<Schema extends z.ZodType>(
    subject: string,
    schema: Schema,
    onMessage: (message: z.output<Schema>, from: string) => void,
  ): void
  /** Calls back now if connected, and on every new connection, after the subscriptions made before this call. */
  onConnect(callback: () => void): void
  isUp(): boolean
  /** Whether the first attempt to connect succeeded. */
  firstAttempt(): Promise<boolean>
  /** Messages dropped since the start because they failed verification or their schema. */
  rejected(): number
}

/** Bounds the time to verify a message. The largest that members send is 1 000 calls of about 50 bytes. */
const MAX_MESSAGE_BYTES = 262_144

/** Messages over NATS core, signed with a key derived from `secret`. */
export function natsTransport(bus: Bus, self: string, secret: string): Transport {
  const signer = openMessageSigner(self, secret)
  let rejected = 0

  function receive<Schema extends z.ZodType>(
    subject: string,
    schema: Schema,
    text: string,
  ): { message: z.output<Schema>; from: string } | undefined {
    const verified = signer.verify(subject, text)
    const parsed = verified && schema.safeParse(verified.body)
    if (parsed?.success) return { message: parsed.data, from: verified!.from }
    rejected++
    return undefined
  }

  return {
    publish(subject, message) {
      if (bus.isUp()) bus.nc.publish(subject, signer.sign(subject, message))
    },
    subscribe(subject, schema, onMessage) {
      bus.onConnect((nc) => {
        nc.subscribe(subject, {
          callback: (error, message) => {
            if (error) return
            const isTooLong = message.data.length > MAX_MESSAGE_BYTES
            const received = receive(subject, schema, isTooLong ? '' : message.string())
            if (received) onMessage(received.message, received.from)
          },
        })
      })
    },
    onConnect: (callback) => void bus.onConnect(callback),
    isUp: bus.isUp,
    firstAttempt: bus.firstAttempt,
    rejected: () => rejected,
  }
}

/** For a membership of one: nothing is published or received. */
export const noTransport: Transport = {
  publish: () => {},
  subscribe: () => {},
  onConnect: () => {},
  isUp: () => false,
  firstAttempt: async () => false,
  rejected: () => 0,
}
