import { z } from 'zod'
import type { SecretKey, SecretKeys } from './secret.ts'

const HEX_KEY = /^[0-9a-f]{64}$/i
/** The id of the key of `WEBHOOK_SECRET_KEY`. */
export const SINGLE_KEY_ID = 1

/** `WEBHOOK_SECRET_KEY`: one key, whose id is 1. */
export const secretKey = z
  .string()
  .regex(HEX_KEY, 'must be 64 hexadecimal characters')
  .transform((hex) => Buffer.from(hex, 'hex'))

/** `WEBHOOK_SECRET_KEYS`: `<id>:<64 hex>,...` with ids from 1 to 255; empty is not set. */
export const secretKeys = z.string().transform((list, ctx): SecretKeys | undefined => {
  if (list === '') return undefined
  const keys = list.split(',').map(parseKey)
  const isUnique = new Set(keys.map((one) => one?.id)).size === keys.length
  if (isUnique && isComplete(keys)) return keys
  const message = isUnique
    ? 'must be id:key pairs separated by commas, with an id from 1 to 255 and a key of 64 hexadecimal characters'
    : 'must have different ids'
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
})

function isComplete(keys: (SecretKey | undefined)[]): keys is [SecretKey, ...SecretKey[]] {
  return keys.every((one) => one !== undefined)
}

function parseKey(text: string): SecretKey | undefined {
  const [id = '', hex = '', ...rest] = text.trim().split(':')
  if (!/^[1-9]\d{0,2}$/.test(id) || Number(id) > 255 || !HEX_KEY.test(hex) || rest.length > 0)
    return undefined
  return { id: Number(id), key: Buffer.from(hex, 'hex') }
}
