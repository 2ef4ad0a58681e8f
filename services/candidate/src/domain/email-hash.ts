import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 of an e-mail address, ignoring case: recognises the address of an erased person and, without the key,
 * says nothing about it. Null without a key. */
export function emailHash(email: string, key: string | undefined): Buffer | null {
  // Addresses are ASCII.
  return key === undefined ? null : createHmac('sha256', key).update(email.toLowerCase()).digest()
}
