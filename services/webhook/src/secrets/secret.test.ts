import { createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyIdOf, type SecretKeys, seal, signatureOf, standardHeaders, unseal } from './secret.ts'

const first = { id: 1, key: createSecretKey(randomBytes(32)) }
const second = { id: 2, key: createSecretKey(randomBytes(32)) }
const keys: SecretKeys = [second, first]
const subscriptionId = 5
const secret = 'whsec_of-a-test'

test('the first key encrypts, every key decrypts; without its key a secret is unreadable', () => {
  const old = seal([first], subscriptionId, secret)
  const current = seal(keys, subscriptionId, secret)
  expect([keyIdOf(old), keyIdOf(current)]).toEqual([1, 2])
  expect([unseal(keys, subscriptionId, old), unseal(keys, subscriptionId, current)]).toEqual([secret, secret])
  expect([unseal([second], subscriptionId, old), unseal([first], subscriptionId, current)]).toEqual([
    undefined,
    undefined,
  ])
  expect(unseal([{ id: 2, key: first.key }], subscriptionId, old)).toBeUndefined()
})

test('a secret is bound to its subscription, and a changed byte makes it unreadable', () => {
  const sealed = seal(keys, subscriptionId, secret)
  expect(unseal(keys, 6, sealed)).toBeUndefined()
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(unseal(keys, subscriptionId, changed), `byte ${i}`).toBeUndefined()
  }
  expect(
    [Buffer.alloc(0), Buffer.of(2), Buffer.of(1, 2, 3)].map((bytes) => unseal(keys, subscriptionId, bytes)),
  ).toEqual([undefined, undefined, undefined])
})

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
