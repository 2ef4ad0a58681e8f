import { parseFilter } from '@jobboard/testkit/fake-meilisearch/filter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNode, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { type IndexFilter, printFilter } from './index-filter.ts'
import { parse } from './parse.ts'
import { toMeilisearch } from './to-meilisearch.ts'
import { wildcards } from './wildcards.ts'
import { wordLink, wordLinks } from './word-links.ts'

test.each([
  ['java', 't = "java"'],
  ['java c++ -.net', 't = "java" AND t = "c++" AND NOT t = ".net"'],
  [
    '(java OR kotlin) -(manager OR "data entry")',
    `t IN ["java", "kotlin"] AND NOT (w = "${link('data entry')}" OR t = "manager")`,
  ],
  ['x OR y z', 't = "x" OR t = "y" AND t = "z"'],
  ['wom?n', 't IN ["woman", "women"]'],
  ['two wom* OR x', 't = "x" OR t = "two" AND t IN ["woman", "women"]'],
  ['"two wom?n"', `w IN ["${link('two woman')}", "${link('two women')}"]`],
  ['x OR "two zz*"', 't = "x"'],
  ['"head of the sales"', `w = "${link('head of the sales')}"`],
  ['"on call"', `w = "${link('on call')}"`],
])('%s is the filter %s', (query, filter) => {
  const words = new Map(
    Object.entries({ 'wom?n': ['woman', 'women'], 'wom*': ['woman', 'women'], 'zz*': [] }),
  )
  const { certain, possible } = toMeilisearch(parse(query), words)
  expect(printed(certain)).toEqual(filter)
  expect(possible).toBe(certain)
})

test('a phrase of several links is possible where each of them occurs, and never certain; under NOT it is the other way round', () => {
  const links = `w = "${link('x y')}" AND w = "${link('y z')}"`
  const positive = toMeilisearch(parse('"x y z"'), new Map())
  expect([positive.certain, printed(positive.possible)]).toEqual([false, links])
  const negative = toMeilisearch(parse('v -"x y z"'), new Map())
  expect(printed(negative.certain)).toEqual(`t = "v" AND NOT (${links})`)
  expect(printed(negative.possible)).toEqual('t = "v"')
})

test('a phrase that starts or ends with an inner word is possible where its words and links occur', () => {
  const possible = (query: string) =>
    printed(toMeilisearch(parse(query), new Map([['th*', ['the', 'three']]])).possible)
  expect(possible('"the head of sales"')).toBe(`t = "the" AND w = "${link('head of sales')}"`)
  expect(possible('"x y of"')).toBe(`w = "${link('x y')}" AND t = "y" AND t = "of"`)
  expect(possible('"to the"')).toBe('t = "to" AND t = "the"')
  expect(possible('"head th*"')).toBe(`w = "${link('head three')}" OR t = "head" AND t = "the"`)
})

test('a document that matches `certain` matches the query, and one that matches the query matches `possible` (D-42)', () => {
  const features = { equality: true, comparison: false }
  let undecided = 0
  fc.assert(
    fc.property(anyNode, fc.array(anyTexts, { minLength: 1, maxLength: 5 }), (node, profiles) => {
      const documents = profiles.map(toSearchDocument)
      const all = [...new Set(documents.flatMap(({ terms }) => terms))]
      const words = new Map(
        wildcards(node).map(({ pattern, regex }) => [pattern, all.filter((word) => word.match(regex))]),
      )
      const { certain, possible } = toMeilisearch(node, words)
      for (const { sections, terms, body } of documents) {
        const indexed = { t: terms, w: wordLinks(body) }
        const [isCertain, isPossible] = [certain, possible].map((filter) =>
          typeof filter === 'boolean' ? filter : parseFilter(printFilter(filter), () => features)(indexed),
        )
        const matches = evaluate(node, sections)
        expect([isCertain && !matches, matches && !isPossible]).toEqual([false, false])
        undecided += Number(isCertain !== isPossible)
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect(undecided).toBeGreaterThan(0)
})

function printed(filter: IndexFilter) {
  return typeof filter === 'boolean' ? filter : printFilter(filter)
}

function link(phrase: string) {
  return wordLink(phrase.split(' '))
}
