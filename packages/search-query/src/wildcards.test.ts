import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWildcard, numRuns } from '../test/support/arbitrary.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { encodeWord } from './tokenise.ts'
import { tooManyWords, wildcards } from './wildcards.ts'

test('wildcards returns each wildcard of a query once, including those of phrases', () => {
  const found = wildcards(parse('java* (wom?n OR -"two wom?n") "a c++*" b'))
  expect(found.map(({ kind, pattern, at }) => [kind, pattern, at])).toEqual([
    ['prefix', 'java*', 0],
    ['wild', 'wom?n', 7],
    ['prefix', 'c++*', 30],
  ])
})

test('400 invalid_query: the error for too many words has the wildcard and its position (D-41)', () => {
  const [wildcard] = wildcards(parse('java in?*'))
  expect(tooManyWords(wildcard!)).toMatchObject({ position: 5, message: expect.stringContaining("'in?*'") })
})

test('the regular expression matches encoded words if and only if the pattern matches the words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'jav+#.1éщ日😀'), minLength: 1, maxLength: 8 })
  const pattern = word.chain((text) =>
    fc.nat().map((at) => {
      const characters = [...text, 'a', 'a']
      characters.splice(2 + (at % (characters.length - 1)), at % 3, at % 2 ? '?' : '*')
      return characters.join('')
    }),
  )
  fc.assert(
    fc.property(pattern, word, word, (pattern, start, end) => {
      const node = { type: 'wild', pattern, at: 0 } as const
      const regex = new RegExp(wildcards(node)[0]!.regex)
      const candidates = [start, start + end, pattern.replace('*', end), pattern.replace('?', [...end][0]!)]
      for (const text of candidates) expect(regex.test(encodeWord(text))).toBe(evaluate(node, [[text]]))
    }),
    { numRuns: numRuns * 10 },
  )
})

test('the regular expression of a wildcard matches its words and is anchored at their start', () => {
  fc.assert(
    fc.property(anyWildcard, (wildcard) => {
      const { regex, pattern } = wildcards(wildcard)[0]!
      for (const filler of ['', 'é1']) {
        const word = pattern.replaceAll('*', filler).replaceAll('?', 'x')
        expect(encodeWord(word)).toMatch(new RegExp(regex))
        expect(encodeWord(`x${word}`)).not.toMatch(new RegExp(regex))
      }
    }),
    { numRuns },
  )
})
