import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Returns the secret in `file`, which the first call creates, readable by its owner only. Letters and digits, safe in
 *  a URL. */
export function storedSecret(file: string): string {
  // The first character is a letter: NATS clients look for the port after the first colon followed by a digit.
  if (!existsSync(file))
    writeFileSync(file, `k${randomBytes(24).toString('hex')}`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
