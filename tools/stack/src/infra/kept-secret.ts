import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The secret kept in `file`, made at the first call: readable by its owner only, letters and digits, fit for a URL. */
export function keptSecret(file: string): string {
  // The first character is a letter: NATS clients look for the port after the first colon followed by a digit.
  if (!existsSync(file))
    writeFileSync(file, `k${randomBytes(24).toString('hex')}`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
