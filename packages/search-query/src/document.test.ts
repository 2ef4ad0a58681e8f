import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPhrase, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { limits } from './limits.ts'
import { phraseSearch } from './phrase-search.ts'
import { wordLink, wordLinks } from './word-links.ts'

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

test('links go from each word to the next content word of the section, with the inner words between them, each once', () => {
  const links = (...texts: string[]) => wordLinks(toSearchDocument(texts).body)
  expect(links('x y z x y', 'e', 'y x')).toEqual(linksOf('x y', 'y z', 'z x', 'y x'))
  expect(links('the head of the sales and')).toEqual(linksOf('head of the sales'))
  expect(links('nurses on call')).toEqual(linksOf('nurses on call', 'on call'))
  expect(links('x a a a a y', 'x a a a a a y')).toEqual(linksOf('x a a a a y'))
  expect(links()).toEqual([])
})

test('a link is nine characters that Meilisearch stores as they are; another format needs another index version (P-240)', () => {
  expect(wordLink(['years', 'of', 'experience'])).toBe('/|[lmb)+{')
  const links = new Set(Array.from({ length: 10_000 }, (_, i) => wordLink(['machine', `w${i}`])))
  expect(links.size).toBe(10_000)
  for (const link of links) expect(link).toMatch(/^[^\sA-Z"'\\`]{9}$/)
})

test('a document has at most limits.documentWords words', () => {
  const { sections, terms } = toSearchDocument(['a '.repeat(limits.documentWords - 1), 'b c d', 'e'])
  expect(sections.flat().length).toBe(limits.documentWords)
  expect(terms).toEqual(['a', 'b'])
})

test('a phrase is found in the body if and only if a section contains it (D-42)', () => {
  fc.assert(
    fc.property(anyPhrase, anyTexts, (phrase, texts) => {
      const document = toSearchDocument(texts)
      const { lead, regex } = phraseSearch(phrase)
      const isInBody = document.body.includes(lead) && (!regex || new RegExp(regex).test(document.body))
      expect(isInBody).toBe(evaluate(phrase, document.sections))
    }),
    { numRuns: numRuns * 10 },
  )
})

function linksOf(...phrases: string[]) {
  return phrases.map((phrase) => wordLink(phrase.split(' ')))
}
