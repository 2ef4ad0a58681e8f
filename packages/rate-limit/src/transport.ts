import { MAX_CLOCK_SKEW_MS, openAuthenticator, SIGNATURE_LENGTH } from '@jobboard/events/nats/authenticator'
import type { Bus } from '@jobboard/events/nats/bus'
import { z } from 'zod'

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

/** A message whose sender and order are proven. */
export interface VerifiedMessage {
  /** The id of the member that sent it. */
  from: string
  /** Not validated yet. */
  body: unknown
}

/** Signs what this member sends and verifies what it receives. */
export interface MessageSigner {
  sign(subject: string, body: unknown): string
  /** Undefined when the message is not of a member, was changed or sent elsewhere, or was received before. */
  verify(subject: string, text: string): VerifiedMessage | undefined
}

/** A member that has been silent this long can only return with a message older than `MAX_CLOCK_SKEW_MS`. */
const FORGET_AFTER_MS = 2 * MAX_CLOCK_SKEW_MS

// Sequence number of the sender, its wall clock in milliseconds, its id, and the body.
const envelope = z.tuple([z.int().positive(), z.number(), z.uuid(), z.unknown()])

/** A message is the signature of subject and text, followed by the text. The sequence number grows with every message of
 * a member; the time bounds for how long a recorded message can be replayed to a member that never received it. */
export function openMessageSigner(self: string, secret: string): MessageSigner {
  const authenticator = openAuthenticator(secret, 'rate limit messages')
  const lastOf = new Map<string, { sequence: number; atMs: number }>()
  let lastSequence = 0

  function forgetSilent(nowMs: number): void {
    for (const [member, { atMs }] of lastOf) if (nowMs - atMs > FORGET_AFTER_MS) lastOf.delete(member)
  }

  return {
    sign(subject, body) {
      const text = JSON.stringify([++lastSequence, Date.now(), self, body])
      return authenticator.sign(subject, text) + text
    },
    verify(subject, message) {
      const text = message.slice(SIGNATURE_LENGTH)
      if (!authenticator.verify(message.slice(0, SIGNATURE_LENGTH), subject, text)) return undefined
      const parsed = envelope.safeParse(JSON.parse(text))
      if (!parsed.success) return undefined
      const [sequence, atMs, from, body] = parsed.data
      const nowMs = Date.now()
      const last = lastOf.get(from)
      if (last ? sequence <= last.sequence : Math.abs(nowMs - atMs) > MAX_CLOCK_SKEW_MS) return undefined
      if (!last) forgetSilent(nowMs)
      lastOf.set(from, { sequence, atMs: nowMs })
      return { from, body }
    },
  }
}
