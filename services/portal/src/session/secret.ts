import { createHmac, randomBytes } from 'node:crypto'
import type { PortalEnv } from '../env.ts'

/** A random token of 256 bits, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in place of a token, a code or an address: a hash with a key that the database does not have. `use` keeps
 * hashes of different things apart. */
export function keyedHash(
  { CALLER_SECRET }: Pick<PortalEnv, 'CALLER_SECRET'>,
  use: string,
  text: string,
): Buffer {
  return createHmac('sha256', CALLER_SECRET).update(`portal ${use}\0${text}`).digest()
}
