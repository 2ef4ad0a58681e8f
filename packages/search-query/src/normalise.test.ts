import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { normalise } from './normalise.ts'

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
])('%s is the same word as %s (D-40)', (text, form) => {
  expect(normalise(text)).toBe(form)
})

test('a trade mark does not become letters of the word before it', () => {
  expect(normalise('Scores™').trim()).toBe('scores')
})

test('vowel signs of Indic scripts stay: they tell words apart', () => {
  expect(normalise('कि')).not.toBe(normalise('का'))
})

test('every code point reaches its form: once more changes nothing, nor do capitals', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code)
    // The iota under a vowel of ancient Greek is a diacritic, but its capital is a letter of its own.
    if (text.normalize('NFD').includes('\u0345')) continue
    const form = normalise(text)
    if (normalise(form) !== form || normalise(text.toUpperCase()) !== form) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test('the form of a form is the form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalise(normalise(text))).toBe(normalise(text))
    }),
    { numRuns },
  )
})
