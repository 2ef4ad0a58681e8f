import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signatureOf } from './signature.ts'

// The clients verify the same deliveries, so that sender and receivers cannot drift apart.
const file = new URL('../../../../openapi/webhook-signatures.json', import.meta.url)
const vectors: { name: string; secrets: string[]; timestamp: number; body: string; header: string }[] =
  JSON.parse(readFileSync(file, 'utf8'))

test.each(vectors)('the published signature vector is what deliveries have: $name', (vector) => {
  const now = new Date(vector.timestamp * 1_000 + 999)
  expect(signatureOf(vector.secrets, now, Buffer.from(vector.body))).toBe(vector.header)
})
