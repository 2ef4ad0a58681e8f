import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPhrase, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { phraseWindows, toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { limits } from './limits.ts'
import { phraseNeedles } from './phrase-needles.ts'
import { phraseSearch } from './phrase-search.ts'
import { wildcards } from './wildcards.ts'

test('a document holds the words by section, the distinct words and the encoded body', () => {
  expect(toSearchDocument(['Machine learning, C++', '', 'ACME', 'c++ Łódź'])).toEqual({
    sections: [['machine', 'learning', 'c++'], ['acme'], ['c++', 'lodz']],
    terms: ['machine', 'learning', 'c++', 'acme', 'lodz'],
    body: '|/machine/learning/c++/|/acme/|/c++/lodz/|',
  })
})

test('the document of an empty profile has no words', () => {
  expect(toSearchDocument([' ', '--'])).toEqual({ sections: [], terms: [], body: '|' })
})

test('every word that has a successor starts a phrase window', () => {
  expect(phraseWindows(toSearchDocument(['a b c d', 'e', 'a b']), 3)).toEqual([
    '/a/b/c/',
    '/b/c/d/',
    '/c/d/',
    '/a/b/',
  ])
})

test('a document has at most limits.documentWords words', () => {
  const { sections, terms } = toSearchDocument(['a '.repeat(limits.documentWords - 1), 'b c d', 'e'])
  expect(sections.flat().length).toBe(limits.documentWords)
  expect(terms).toEqual(['a', 'b'])
})

test('a phrase is found in the body, and starts a window, if and only if a section contains it (D-42)', () => {
  fc.assert(
    fc.property(anyPhrase, anyTexts, (phrase, texts) => {
      const document = toSearchDocument(texts)
      const [wildcard] = wildcards(phrase)
      const words = wildcard ? document.terms.filter((word) => word.match(wildcard.regex)) : []
      const expected = evaluate(phrase, document.sections)
      const { lead, regex } = phraseSearch(phrase)
      const isInBody = document.body.includes(lead) && (!regex || new RegExp(regex).test(document.body))
      expect(isInBody).toBe(expected)
      const needles = phraseNeedles(phrase, words)
      expect(
        phraseWindows(document).some((window) => needles.some((needle) => window.startsWith(needle))),
      ).toBe(expected)
    }),
    { numRuns: numRuns * 10 },
  )
})
