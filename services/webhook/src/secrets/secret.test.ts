import { createCipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyIdOf, type SecretKeys, seal, signatureOf, standardHeaders, unseal } from './secret.ts'

const first = { id: 1, key: createSecretKey(randomBytes(32)) }
const second = { id: 2, key: createSecretKey(randomBytes(32)) }
const keys: SecretKeys = [second, first]
const owner = { id: 5, employerId: 7 }
const secret = 'whsec_of-a-test'

test('the first key encrypts, every key decrypts; without its key a secret is unreadable', () => {
  const old = seal([first], owner, secret)
  const current = seal(keys, owner, secret)
  expect([keyIdOf(old), keyIdOf(current)]).toEqual([1, 2])
  expect([unseal(keys, owner, old), unseal(keys, owner, current)]).toEqual([secret, secret])
  expect([unseal([second], owner, old), unseal([first], owner, current)]).toEqual([undefined, undefined])
  expect(unseal([{ id: 2, key: first.key }], owner, old)).toBeUndefined()
})

test('a secret is bound to its subscription, and a changed byte makes it unreadable', () => {
  const sealed = seal(keys, owner, secret)
  expect(unseal(keys, { ...owner, id: 6 }, sealed)).toBeUndefined()
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(unseal(keys, owner, changed), `byte ${i}`).toBeUndefined()
  }
  expect(
    [Buffer.alloc(0), Buffer.of(2), Buffer.of(1, 2, 3)].map((bytes) => unseal(keys, owner, bytes)),
  ).toEqual([undefined, undefined, undefined])
})

test('a row of the format before key ids is readable with any of the keys, and bound to its employer', () => {
  const sealed = sealWithoutKeyId(first.key, 7, secret)
  expect(keyIdOf(sealed)).toBeUndefined()
  expect(unseal(keys, owner, sealed)).toBe(secret)
  expect(unseal([second], owner, sealed)).toBeUndefined()
  expect(unseal(keys, { ...owner, employerId: 8 }, sealed)).toBeUndefined()
})

/** As earlier versions wrote it. */
function sealWithoutKeyId(key: KeyObject, employerId: number, text: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`employer:${employerId}`))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), sealed])
}

// The clients verify the same deliveries, so that sender and receivers cannot drift apart.
const file = new URL('../../../../openapi/webhook-signatures.json', import.meta.url)
const vectors: {
  name: string
  secrets: string[]
  timestamp: number
  body: string
  header: string
  /** The headers of Standard Webhooks (P-372); none for secrets of the older form. */
  standard?: Record<string, string>
}[] = JSON.parse(readFileSync(file, 'utf8'))

test.each(vectors)('the published signature vector is what deliveries have: $name', (vector) => {
  const now = new Date(vector.timestamp * 1_000 + 999)
  const body = Buffer.from(vector.body)
  expect(signatureOf(vector.secrets, now, body)).toBe(vector.header)
  expect(standardHeaders(vector.secrets, JSON.parse(vector.body).id, now, body)).toEqual(
    vector.standard ?? {},
  )
})

test('there are vectors with both kinds of headers, and with those of Spec §6 alone', () => {
  expect(vectors.filter(({ standard }) => standard).length).toBeGreaterThan(2)
  expect(vectors.filter(({ standard }) => !standard).length).toBeGreaterThan(2)
})
