import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWildcard, numRuns } from '../test/support/arbitrary.ts'
import { encodeWord } from './encode.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { tooManyWords, wildcards } from './wildcards.ts'

test('the wildcards of a query, each once, those of phrases included', () => {
  const found = wildcards(parse('java* (wom?n OR -"two wom?n") "a c++*" b'))
  expect(found.map(({ kind, pattern, at }) => [kind, pattern, at])).toEqual([
    ['prefix', 'java*', 0],
    ['wild', 'wom?n', 7],
    ['prefix', 'c++*', 30],
  ])
})

test('400 invalid_query: too many words names the wildcard and its position (D-41)', () => {
  const [wildcard] = wildcards(parse('java in?*'))
  expect(tooManyWords(wildcard!)).toMatchObject({ position: 5, message: expect.stringContaining("'in?*'") })
})

test('the regular expression finds in encoded words what the pattern finds in words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'jav+#.1éщ日😀'), minLength: 1, maxLength: 8 })
  const made = word.chain((text) =>
    fc.nat().map((at) => {
      const characters = [...text, 'a', 'a']
      characters.splice(2 + (at % (characters.length - 1)), at % 3, at % 2 ? '?' : '*')
      return characters.join('')
    }),
  )
  fc.assert(
    fc.property(made, word, word, (pattern, start, end) => {
      const node = { type: 'wild', pattern, at: 0 } as const
      const regex = new RegExp(wildcards(node)[0]!.regex)
      const candidates = [start, start + end, pattern.replace('*', end), pattern.replace('?', [...end][0]!)]
      for (const text of candidates) expect(regex.test(encodeWord(text))).toBe(evaluate(node, [[text]]))
    }),
    { numRuns: numRuns * 10 },
  )
})

test('the regular expression of a query finds the words it was made of, from their start', () => {
  fc.assert(
    fc.property(anyWildcard, (wildcard) => {
      const { regex, pattern } = wildcards(wildcard)[0]!
      for (const run of ['', 'é1']) {
        const word = pattern.replaceAll('*', run).replaceAll('?', 'x')
        expect(encodeWord(word)).toMatch(new RegExp(regex))
        expect(encodeWord(`x${word}`)).not.toMatch(new RegExp(regex))
      }
    }),
    { numRuns },
  )
})
