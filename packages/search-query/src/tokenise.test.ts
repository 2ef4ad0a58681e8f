import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { tokenise, tokenisePattern } from './tokenise.ts'

test.each([
  ['C, C++, C# and F#', 'c c++ c# and f#'],
  ['C++17 and C#8', 'c++ 17 and c# 8'],
  ['.NET (.NET) C#.NET', '.net .net c# .net'],
  ['ASP.NET', 'asp net'],
  ['etc...and so on. Next', 'etc and so on next'],
  ['Node.js CI/CD front-end', 'node js ci cd front end'],
  ["bachelor's bachelor’s O'Brien 'quoted'", 'bachelors bachelors obrien quoted'],
  ['A+, Security+ 3+ a+b', 'a+ security+ 3 a b'],
  ['R&D; AT&T', 'r d at t'],
  ['50% of 10,000', '50 of 10 000'],
  ['snake_case', 'snake case'],
  ['c+++ # + . ++', 'c++'],
  ['日本語 Ελλάς', '日本語 ελλασ'],
  ['', ''],
])('%j has the words %j (D-40)', (text, words) => {
  expect(tokenise(text)).toEqual(words.split(' ').filter(Boolean))
})

test.each([
  ['wom?n java*', 'wom?n java*'],
  ['c++* c#?', 'c++* c#?'],
  ['node.js*', 'node js*'],
  ['.n*', '.n*'],
])('tokenisePattern preserves wildcards: %j has the words %j', (text, words) => {
  expect(tokenisePattern(text)).toEqual(words.split(' '))
})

test('tokenising a word returns that word, so every word of a profile can be searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      for (const word of tokenise(text)) {
        expect(tokenise(word)).toEqual([word])
        expect(tokenisePattern(word)).toEqual([word])
      }
    }),
    { numRuns },
  )
})

test('without wildcards tokenisePattern and tokenise return the same words', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aéc1+#.-/\'’ "ß日́'), maxLength: 20 })
  fc.assert(
    fc.property(text, (query) => {
      expect(tokenisePattern(query)).toEqual(tokenise(query))
    }),
    { numRuns },
  )
})

test('a long text has the words of its parts', () => {
  const part = fc.oneof(
    fc.constantFrom("Bachelor's ", 'C++', ' .NET', 'Scores™ ', 'ﷺ', 'Straße', '\n', "'", '.', '#'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = `${parts.join('')} `.repeat(300)
      expect(tokenise(text)).toEqual(text.split(/(?=\s)/).flatMap((piece) => tokenise(piece)))
    }),
    { numRuns },
  )
})

test.each(['ﷺ', '㌖', '中', 'a ', 'x'])('of a long text of %j no more is read than counts', (character) => {
  expect(tokenise(character.repeat(100_000), 10)).toEqual(tokenise(character.repeat(8_000)).slice(0, 10))
  const words = tokenise(character.repeat(100_000))
  expect(words.join('').length).toBeLessThanOrEqual(400_000)
})
