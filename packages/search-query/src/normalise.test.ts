import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { codePoints } from '../test/support/code-points.ts'
import { normalise } from './tokenise.ts'

test.each([
  ['RÉSUMÉ', 'resume'],
  ['re\u0301sume\u0301', 'resume'],
  ['Łódź', 'lodz'],
  ['Ørsted', 'orsted'],
  ['STRASSE', normalise('Straße')],
  ['ΟΔΟΣ', normalise('οδος')],
  ['İstanbul', normalise('ISTANBUL')],
  ['ﬁnance', 'finance'],
  ['Ｊａｖａ', 'java'],
  ['so\u00adft\u200dware', 'software'],
  ['Йошкар', 'иошкар'],
  ['한국어', '한국어'],
])('%s normalises to %s (D-40)', (text, expected) => {
  expect(normalise(text)).toBe(expected)
})

test('a trade mark sign is not appended as letters to the preceding word', () => {
  expect(normalise('Scores™').trim()).toBe('scores')
})

test('vowel signs of Indic scripts are preserved, because they distinguish words', () => {
  expect(normalise('कि')).not.toBe(normalise('का'))
})

test('every code point: normalising again changes nothing, and upper case normalises to the same', () => {
  const failures: string[] = []
  for (const code of codePoints()) {
    const text = String.fromCodePoint(code)
    // Skipped: iota subscript is removed as a diacritic, but its upper case is the letter iota.
    if (text.normalize('NFD').includes('\u0345')) continue
    const form = normalise(text)
    if (normalise(form) !== form || normalise(text.toUpperCase()) !== form) failures.push(code.toString(16))
  }
  expect(failures).toEqual([])
})

test('normalise is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      expect(normalise(normalise(text))).toBe(normalise(text))
    }),
    { numRuns },
  )
})
