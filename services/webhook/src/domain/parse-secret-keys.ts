import { createSecretKey } from 'node:crypto'
import type { SecretKey, SecretKeys } from './secret.ts'

export const HEX_KEY = /^[0-9a-f]{64}$/i
/** The id of the key of `WEBHOOK_SECRET_KEY`. */
const SINGLE_KEY_ID = 1

/** The key of `WEBHOOK_SECRET_KEY`, 64 hexadecimal characters. */
export function parseSecretKey(hex: string): SecretKeys {
  return [toKey(SINGLE_KEY_ID, hex)]
}

/** The keys of `<id>:<64 hex>,...`; undefined unless the ids are different and from 1 to 255. */
export function parseSecretKeys(list: string): SecretKeys | undefined {
  const keys = list.split(',').map(parsePair)
  const isUnique = new Set(keys.map((one) => one?.id)).size === keys.length
  return isUnique && isComplete(keys) ? keys : undefined
}

function isComplete(keys: (SecretKey | undefined)[]): keys is [SecretKey, ...SecretKey[]] {
  return keys.every((one) => one !== undefined)
}

function parsePair(text: string): SecretKey | undefined {
  const [id = '', hex = '', ...rest] = text.trim().split(':')
  if (!/^[1-9]\d{0,2}$/.test(id) || Number(id) > 255 || !HEX_KEY.test(hex) || rest.length > 0)
    return undefined
  return toKey(Number(id), hex)
}

function toKey(id: number, hex: string): SecretKey {
  return { id, key: createSecretKey(hex, 'hex') }
}
