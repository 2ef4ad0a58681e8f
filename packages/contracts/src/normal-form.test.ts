import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseFold, normalForm } from './characters.ts'

const codePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

const marks = [
  '\u0301',
  '\u0323', // below: sorted before the one above
  '\u0344', // two marks in NFKD
  '\u094d',
  '\uff9e', // a letter, a mark in NFKD
  '\ufe0f',
  '\u{1d165}',
]
const textWithMarks = fc.string({
  unit: fc.oneof(fc.constantFrom('a', 'İ', 'ấ', '\u200c', ...marks), fc.string({ unit: codePoint })),
  maxLength: 200,
})
const longestRun = (text: string) =>
  Math.max(0, ...(text.match(/\p{M}+/gu) ?? []).map((run) => [...run].length))

test('a text without a run of more than 30 marks keeps each of them', () => {
  for (const text of ['ấ', 'कि', `o${'\u0323\u0301'.repeat(15)}o`, 'が', 'नि॒ष्ठा', '👨‍👩‍👧❤️']) {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
      expect(normalForm(text, form)).toBe(text.normalize(form))
    }
  }
})

test.each(marks)('of %j on one letter 30 marks stay, as NFKD counts them', (mark) => {
  const form = normalForm(`a${mark.repeat(1_000)}b${mark}`, 'NFKD')
  expect(longestRun(form)).toBe(30)
  expect(form.endsWith(`b${mark.normalize('NFKD')}`)).toBe(true)
  expect(longestRun(normalForm(mark.repeat(1_000), 'NFKD'))).toBe(30)
})

test('no text has more than 30 marks on one letter in any form, and the form of a form is the same', () => {
  fc.assert(
    fc.property(textWithMarks, fc.constantFrom('NFC', 'NFKC', 'NFKD'), (text, form) => {
      const once = normalForm(text, form)
      expect(longestRun(once.normalize('NFKD'))).toBeLessThanOrEqual(30)
      expect(normalForm(once, form)).toBe(once)
    }),
    { numRuns: 1_000 },
  )
})

test('the fold of a fold is the same text, however many marks it has (D-27)', () => {
  fc.assert(
    fc.property(textWithMarks, (text) => {
      const fold = caseFold(text)
      expect(caseFold(fold)).toBe(fold)
    }),
    { numRuns: 1_000 },
  )
  const capital = `İ${'\u0323'.repeat(30)}`
  expect(caseFold(caseFold(capital))).toBe(caseFold(capital))
})
