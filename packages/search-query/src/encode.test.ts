import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { codePoints } from '../test/support/code-points.ts'
import { limits } from './limits.ts'
import { ENCODED_CHARACTER, encodeWord, truncateWord } from './tokenise.ts'

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'ab.+#01'), fc.string({ unit: codePoint, minLength: 1, maxLength: 1 })),
})

test('an encoded word has one encoded character per character', () => {
  fc.assert(
    fc.property(text, (word) => {
      expect(encodeWord(word)).toMatch(new RegExp(`^${ENCODED_CHARACTER}{${[...word].length}}$`))
    }),
    { numRuns },
  )
})

test('an encoding is a prefix of another if and only if the word is; different words have different encodings', () => {
  fc.assert(
    fc.property(text, text, (word, other) => {
      expect(encodeWord(word).startsWith(encodeWord(other))).toBe(word.startsWith(other))
      expect(encodeWord(word + other).startsWith(encodeWord(word))).toBe(true)
      expect(encodeWord(word) === encodeWord(other)).toBe(word === other)
    }),
    { numRuns },
  )
})

test('every code point has a different encoding of one encoded character', () => {
  const seen = new Set<string>()
  const one = new RegExp(`^${ENCODED_CHARACTER}$`)
  const all = codePoints()
  for (const code of all) {
    const text = encodeWord(String.fromCodePoint(code))
    if (one.test(text)) seen.add(text)
  }
  expect(seen.size).toBe(all.length)
})

test('a truncated word is the longest prefix that fits; six of them fit a facet value of Meilisearch', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 120 }), (word) => {
      const truncated = truncateWord(word)
      expect(word.startsWith(truncated)).toBe(true)
      expect(encodeWord(truncated).length).toBeLessThanOrEqual(limits.wordBytes)
      const following = [...word.slice(truncated.length)][0] ?? ''
      expect(following === '' || encodeWord(truncated + following).length > limits.wordBytes).toBe(true)
      expect(truncateWord(truncated)).toBe(truncated)
    }),
    { numRuns },
  )
  expect(limits.phraseWords * (limits.wordBytes + 1) + 1).toBeLessThanOrEqual(468)
})

test('a word of 25 Cyrillic letters is not truncated', () => {
  expect(truncateWord('а'.repeat(25))).toBe('а'.repeat(25))
})
