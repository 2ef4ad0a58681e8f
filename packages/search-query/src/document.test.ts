import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPhrase, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { phraseWindows, toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { limits } from './limits.ts'
import { phraseNeedles } from './phrase-needles.ts'
import { phraseSearch } from './phrase-search.ts'
import { wildcards } from './wildcards.ts'

test('a profile becomes its words by section, its distinct words and one text', () => {
  expect(toSearchDocument(['Machine learning, C++', '', 'ACME', 'c++ Łódź'])).toEqual({
    sections: [['machine', 'learning', 'c++'], ['acme'], ['c++', 'lodz']],
    terms: ['machine', 'learning', 'c++', 'acme', 'lodz'],
    body: '|/machine/learning/c++/|/acme/|/c++/lodz/|',
  })
})

test('an empty profile has no words', () => {
  expect(toSearchDocument([' ', '--'])).toEqual({ sections: [], terms: [], body: '|' })
})

test('windows start at every word that has a successor', () => {
  expect(phraseWindows(toSearchDocument(['a b c d', 'e', 'a b']), 3)).toEqual([
    '/a/b/c/',
    '/b/c/d/',
    '/c/d/',
    '/a/b/',
  ])
})

test('a profile has no more words than PostgreSQL can index', () => {
  const { sections, terms } = toSearchDocument(['a '.repeat(limits.documentWords - 1), 'b c d', 'e'])
  expect(sections.flat().length).toBe(limits.documentWords)
  expect(terms).toEqual(['a', 'b'])
})

test('a phrase is in the text, and starts a window, exactly if it is in a section (D-42)', () => {
  fc.assert(
    fc.property(anyPhrase, anyTexts, (phrase, texts) => {
      const document = toSearchDocument(texts)
      const [wildcard] = wildcards(phrase)
      const words = wildcard ? document.terms.filter((word) => word.match(wildcard.regex)) : []
      const found = evaluate(phrase, document.sections)
      const { lead, regex } = phraseSearch(phrase)
      const inText = document.body.includes(lead) && (!regex || new RegExp(regex).test(document.body))
      expect(inText).toBe(found)
      const wanted = phraseNeedles(phrase, words)
      expect(
        phraseWindows(document).some((window) => wanted.some((needle) => window.startsWith(needle))),
      ).toBe(found)
    }),
    { numRuns: numRuns * 10 },
  )
})
