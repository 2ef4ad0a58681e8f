import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signatureOf, standardHeaders } from './signature.ts'

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
