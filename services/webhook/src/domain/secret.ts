import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** A new signing secret: `whsec_` and 256 random bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/** Encrypts a secret with AES-256-GCM. The employer id is authenticated data: a ciphertext copied to another
 * employer's row cannot be decrypted. */
export function seal(key: Buffer, employerId: number, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticatedData(employerId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed secret. Throws on a wrong key, another employer or changed bytes. */
export function unseal(key: Buffer, employerId: number, sealed: Buffer): string {
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(authenticatedData(employerId))
    .setAuthTag(tag)
  return (
    decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  )
}

function authenticatedData(employerId: number): Buffer {
  return Buffer.from(`employer:${employerId}`)
}
