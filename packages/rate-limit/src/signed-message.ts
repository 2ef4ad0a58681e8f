import { MAX_CLOCK_SKEW_MS, openAuthenticator, SIGNATURE_LENGTH } from '@jobboard/events/nats/authenticator'
import { z } from 'zod'

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
