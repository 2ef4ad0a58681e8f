import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs messages on NATS and verifies them, so that access to NATS alone is not enough to be believed. */
export interface Authenticator {
  /** The signature of these parts: 43 characters, base64url. No part but the last may contain a line feed. */
  sign(...parts: string[]): string
  /** Whether `signature` is the one of these parts. Takes the same time wherever the two differ. */
  verify(signature: string, ...parts: string[]): boolean
}

/** Length of a signature. */
export const SIGNATURE_LENGTH = 43

/** How far the clocks of a sender and a receiver may differ, and how long a recorded message stays valid for a
 * receiver that has not seen a later one. */
export const MAX_CLOCK_SKEW_MS = 30_000

/** HMAC-SHA256 with a key that HKDF-SHA256 derives from `secret` for this purpose alone. */
export function openAuthenticator(secret: string, purpose: string): Authenticator {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `jobboard ${purpose}`, 32)))
  const sign = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
  return {
    sign,
    verify(signature, ...parts) {
      const expected = Buffer.from(sign(...parts))
      const received = Buffer.from(signature)
      return received.length === expected.length && timingSafeEqual(received, expected)
    },
  }
}
