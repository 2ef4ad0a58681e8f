import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseFold } from './characters.ts'

const codePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

test.each([
  ['Straße', 'STRASSE', 'strasse'],
  ['ẞ', 'ß', 'ss'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['İ', 'i\u0307', 'i\u0307'],
  ['ﬁn', 'FIN', 'fin'],
  ['Ꭰ', 'ꭰ', 'Ꭰ'],
  ['É', 'e\u0301', 'é'],
  ['🦊', '🦊', '🦊'],
])('%s and %s have the fold %s', (one, other, fold) => {
  expect([caseFold(one), caseFold(other)]).toEqual([fold, fold])
})

test('a dotless i is no i', () => {
  expect(caseFold('ı')).toBe('ı')
  expect(caseFold('I')).toBe('i')
})

test('the fold of a fold is the same text', () => {
  const folded = fc.string({ unit: codePoint }).map(caseFold)
  fc.assert(
    fc.property(folded, (text) => caseFold(text) === text),
    { numRuns: 500 },
  )
})

test('letter case makes no difference', () => {
  const letter = fc.constantFrom(...'aZßẞéÉİςΣδԱﬀǅĲжЖ')
  fc.assert(
    fc.property(fc.string({ unit: letter }), (text) => {
      const fold = caseFold(text)
      expect([caseFold(text.toUpperCase()), caseFold(text.toLowerCase())]).toEqual([fold, fold])
    }),
    { numRuns: 500 },
  )
})
