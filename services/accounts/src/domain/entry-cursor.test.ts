import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './entry-cursor.ts'
import { ledgerOwners } from './ledger-owner.ts'

test('a cursor decodes to the position that it was made from, and is safe in a URL', () => {
  const position = fc.record({
    createdAt: fc
      .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    owner: fc.constantFrom(...ledgerOwners),
    id: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  })
  fc.assert(
    fc.property(position, (value) => {
      const cursor = encodeCursor(value)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(cursor)).toEqual(value)
    }),
  )
})

test('400: text that is not a cursor', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const almost = ['', '1.jobs', '1.accounts.1', '-1.jobs.1', '1.jobs.1.1', '1.jobs.-1', '1e3.jobs.1']
  const tooLong = [`${'9'.repeat(15)}.jobs.1`, `1.jobs.${'9'.repeat(16)}`]
  const invalid = [...almost, ...tooLong].map(encoded)
  for (const text of ['', 'abc', '1.jobs.1', 'x'.repeat(10_000), ...invalid]) {
    expect(() => decodeCursor(text), text).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    }),
  )
})
