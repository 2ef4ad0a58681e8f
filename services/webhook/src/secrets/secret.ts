import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

// A sealed secret: format, key id, IV, tag, ciphertext.
const FORMAT = 2
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key that encrypts signing secrets (AES-256). Its id, 1 to 255, is stored with what it encrypted. */
export interface SecretKey {
  id: number
  key: KeyObject
}

/** The keys in use: the first encrypts, all of them decrypt. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

const PREFIX = 'whsec_'
/** 32 bytes in base64 with its padding; secrets of the older form have base64url, without. */
const STANDARD = /^whsec_([A-Za-z0-9+/]{43}=)$/

/** A new signing secret, as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key of `webhook-signature`: the bytes that a secret encodes. Undefined for the older form. */
function standardKey(secret: string): KeyObject | undefined {
  const encoded = STANDARD.exec(secret)?.[1]
  // Node signs several times faster with a KeyObject than with a Buffer.
  return encoded === undefined ? undefined : createSecretKey(encoded, 'base64')
}

/** Encrypts the secret of a subscription with AES-256-GCM and the first key. The subscription is authenticated data, so a
 * ciphertext of another row cannot be decrypted. */
export function seal([{ id, key }]: SecretKeys, subscriptionId: number, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(subscriptionId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT, id), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed secret; undefined without its key, and for another subscription or changed bytes. */
export function unseal(keys: SecretKeys, subscriptionId: number, sealed: Buffer): string | undefined {
  const key = keys.find(({ id }) => id === keyIdOf(sealed))?.key
  if (!key) return undefined
  const rest = sealed.subarray(2)
  const [iv, tag] = [rest.subarray(0, IV_BYTES), rest.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(subscriptionId))
      .setAuthTag(tag)
    return decipher.update(rest.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** The id of the key that a secret was encrypted with; undefined for bytes that are no sealed secret. */
export function keyIdOf(sealed: Buffer): number | undefined {
  return sealed[0] === FORMAT ? sealed[1] : undefined
}

function boundTo(subscriptionId: number): Buffer {
  return Buffer.from(`subscription:${subscriptionId}`)
}

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

/** Value of `X-Webhook-Signature` (Spec §6, D-53): `t` in Unix seconds, then one `v1` per secret, newest secret
 * first. */
export function signatureOf(secrets: readonly string[], now: Date, body: Buffer): string {
  const t = Math.floor(now.getTime() / 1_000)
  const values = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),
  )
  return [`t=${t}`, ...values.map((value) => `v1=${value}`)].join(',')
}

/** The headers of Standard Webhooks: the id of the event, the time of the attempt in Unix seconds, and one `v1` per
 * secret, newest secret first. None when every secret has the older form. */
export function standardHeaders(
  secrets: readonly string[],
  eventId: string,
  now: Date,
  body: Buffer,
): Record<string, string> {
  const keys = secrets.flatMap((secret) => standardKey(secret) ?? [])
  if (keys.length === 0) return {}
  const t = String(Math.floor(now.getTime() / 1_000))
  const values = keys.map((key) =>
    createHmac('sha256', key).update(`${eventId}.${t}.`).update(body).digest('base64'),
  )
  return {
    'webhook-id': eventId,
    'webhook-timestamp': t,
    'webhook-signature': values.map((value) => `v1,${value}`).join(' '),
  }
}
