import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallContract } from './contract.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The contract as data, for what is made from it, such as network policies. */
export const CALLS_FILE = 'deploy/calls.json'

/** The committed contract; `npm run check` refuses one that is not what the code says. */
export function readCalls(): CallContract {
  return JSON.parse(readFileSync(join(ROOT, CALLS_FILE), 'utf8'))
}
