import { hash, hkdfSync, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '@jobboard/contracts/endpoint'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 36
const CHECKSUM_LENGTH = 6
/** Live, or of a sandbox (D-72). */
export type KeyMode = 'live' | 'test'
const kindPrefix = { recruiter: 'pk', candidate: 'ck' } as const satisfies Record<KeyKind, string>

/** The mode of a key of this sandbox, or of none. */
export function modeOf(sandboxId: number | null | undefined): KeyMode {
  return sandboxId === undefined || sandboxId === null ? 'live' : 'test'
}

/** The prefix of a key's text. */
export function keyPrefix(kind: KeyKind, mode: KeyMode): string {
  return `${kindPrefix[kind]}_${mode}_`
}

// The upper bound limits the checksum work on text that an anonymous client sends.
const SHAPE = /^([pc]k)_(?:live|test)_[0-9A-Za-z]{32,128}([0-9A-Za-z]{6})$/

/** A new key (D-11): prefix, 36 random base62 characters (214 bits), 6 of checksum. Shown once, never stored
 * or logged. */
export function mintKey(kind: KeyKind, mode: KeyMode = 'live'): string {
  return toKey(
    keyPrefix(kind, mode),
    Array.from({ length: SECRET_LENGTH }, () => randomInt(62)),
  )
}

/** The successor of the key with the SHA-256 `oldHash`: the same text for the same operation, so that a repeat needs no
 * stored key. Only who knows `secret`, the hash and the operation can compute it. */
export function deriveKey(
  { kind, mode }: { kind: KeyKind; mode: KeyMode },
  secret: string,
  oldHash: string,
  operationId: string,
): string {
  return derive(keyPrefix(kind, mode), secret, oldHash, `jobboard rotated key ${operationId}`)
}

/** A new key of an owner, such as `employer 3`: the same text for the same operation, so that a repeat needs no stored key.
 * Only who knows `secret` and the operation can compute it. */
export function deriveFirstKey(
  { kind, mode }: { kind: KeyKind; mode: KeyMode },
  secret: string,
  owner: string,
  operationId: string,
): string {
  return derive(keyPrefix(kind, mode), secret, owner, `jobboard minted key ${operationId}`)
}

function derive(prefix: string, secret: string, salt: string, purpose: string): string {
  // 384 bits for 214: no digit is more likely than another by more than 2^-170.
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, purpose, 48))
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  const digits = Array.from({ length: SECRET_LENGTH }, () => {
    const digit = Number(rest % 62n)
    rest /= 62n
    return digit
  })
  return toKey(prefix, digits)
}

/** The kind of a well-formed key, by its prefix; undefined otherwise, so a mistyped key is refused without a
 * look-up (D-11). */
export function kindOf(key: string): KeyKind | undefined {
  const [, prefix, checksum] = SHAPE.exec(key) ?? []
  if (!prefix || checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== checksum) return undefined
  return prefix === kindPrefix.recruiter ? 'recruiter' : 'candidate'
}

/** True when prefix, length, alphabet and checksum are valid (D-11). The key need not exist. */
export function isWellFormed(key: string): boolean {
  return kindOf(key) !== undefined
}

/** SHA-256 of the whole key in hex, the only form in which a key is stored and looked up (D-11). */
export function hashOf(key: string): string {
  return hash('sha256', key, 'hex')
}

function toKey(prefix: string, digits: number[]): string {
  const body = prefix + digits.map((digit) => BASE62[digit]).join('')
  return body + checksumOf(body)
}

// CRC-32 in base62: detects every error within 4 adjacent characters. It detects typing errors, not forgery.
function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = BASE62[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}
