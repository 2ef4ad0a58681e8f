import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { ENCODED_CHARACTER, encodeWord, truncateWord } from './encode.ts'
import { limits } from './limits.ts'

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'ab.+#01'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
})

test('an encoding is a run of encoded characters, one for each of the word', () => {
  fc.assert(
    fc.property(text, (word) => {
      expect(encodeWord(word)).toMatch(new RegExp(`^${ENCODED_CHARACTER}{${[...word].length}}$`))
    }),
    { numRuns },
  )
})

test('an encoding starts with another exactly if the word does', () => {
  fc.assert(
    fc.property(text, text, (word, other) => {
      expect(encodeWord(word).startsWith(encodeWord(other))).toBe(word.startsWith(other))
      expect(encodeWord(word + other).startsWith(encodeWord(word))).toBe(true)
      expect(encodeWord(word) === encodeWord(other)).toBe(word === other)
    }),
    { numRuns },
  )
})

test('every code point has an encoding of its own', () => {
  const seen = new Set<string>()
  const one = new RegExp(`^${ENCODED_CHARACTER}$`)
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = encodeWord(String.fromCodePoint(code))
    if (one.test(text)) seen.add(text)
  }
  expect(seen.size).toBe(0x110000)
})

test('a cut word fits and is as long as possible; six of them fit one facet value of Meilisearch', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (word) => {
      const short = truncateWord(word)
      expect(word.startsWith(short)).toBe(true)
      expect(encodeWord(short).length).toBeLessThanOrEqual(limits.wordBytes)
      const following = [...word.slice(short.length)][0] ?? ''
      expect(following === '' || encodeWord(short + following).length > limits.wordBytes).toBe(true)
      expect(truncateWord(short)).toBe(short)
    }),
    { numRuns },
  )
  expect(limits.phraseWords * (limits.wordBytes + 1) + 1).toBeLessThanOrEqual(468)
})

test('a word of 25 Cyrillic letters is kept whole', () => {
  expect(truncateWord('а'.repeat(25))).toBe('а'.repeat(25))
})
