import { parseFilter } from '@jobboard/testkit/meilisearch-filter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNode, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { documentLinks, toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { type IndexFilter, printFilter, toMeilisearch } from './to-meilisearch.ts'
import { wildcards } from './wildcards.ts'
import { linkValues, pairValues } from './word-links.ts'

test.each([
  ['java', 't = "java"'],
  ['java c++ -.net', 't = "java" AND t = "c++" AND NOT t = ".net"'],
  [
    '(java OR kotlin) -(manager OR "data entry")',
    `t IN ["java", "kotlin"] AND NOT (${hasLink('data entry')} OR t = "manager")`,
  ],
  ['x OR y z', 't = "x" OR t = "y" AND t = "z"'],
  ['wom?n', 't IN ["woman", "women"]'],
  ['two wom* OR x', 't = "x" OR t = "two" AND t IN ["woman", "women"]'],
  ['"two wom?n"', hasLink('two woman', 'two women')],
  ['x OR "two zz*"', 't = "x"'],
  ['"head of the sales"', hasLink('head of the sales')],
  ['"on call"', hasLink('on call')],
  [
    '"air traffic control"',
    `${follows('air traffic', 'air traffic control')} AND ${hasLink('traffic control')}`,
  ],
  ['"on call at night"', `${follows('on call', 'on call at night')} AND ${hasLink('call at night')}`],
])('%s is the filter %s', (query, filter) => {
  const words = new Map(
    Object.entries({ 'wom?n': ['woman', 'women'], 'wom*': ['woman', 'women'], 'zz*': [] }),
  )
  const { certain, possible } = toMeilisearch(parse(query), words)
  expect(printed(certain)).toEqual(filter)
  expect(possible).toBe(certain)
})

test('a phrase of three links is possible where each pair of them follows, and never certain; under NOT it is the other way round', () => {
  const links = `${follows('x y', 'x y z')} AND ${follows('y z', 'y z v')} AND ${hasLink('z v')}`
  const positive = toMeilisearch(parse('"x y z v"'), new Map())
  expect([positive.certain, printed(positive.possible)]).toEqual([false, links])
  const negative = toMeilisearch(parse('v -"x y z v"'), new Map())
  expect(printed(negative.certain)).toEqual(`t = "v" AND NOT (${links})`)
  expect(printed(negative.possible)).toEqual('t = "v"')
})

test('a phrase of two links that ends in a wildcard is certain where its middle word is not ambiguous', () => {
  const { certain, possible } = toMeilisearch(parse('"x y zz*"'), new Map([['zz*', ['z1', 'z2']]]))
  const [plain, ambiguous] = linkValues('x/y')
  expect(printed(certain)).toBe(`w = "${plain}" AND ${hasLink('y z1', 'y z2')}`)
  const pairs = ['x y z1', 'x y z2'].flatMap((pair) => pairValues(slashed(pair)))
  expect(printed(possible)).toBe(
    `(w = "${plain}" OR w = "${ambiguous}" AND w IN [${quoted(pairs)}]) AND ${hasLink('y z1', 'y z2')}`,
  )
})

test('a phrase that starts or ends with an inner word is possible where its words and links occur', () => {
  const possible = (query: string) =>
    printed(toMeilisearch(parse(query), new Map([['th*', ['the', 'three']]])).possible)
  expect(possible('"the head of sales"')).toBe(`t = "the" AND ${hasLink('head of sales')}`)
  expect(possible('"x y of"')).toBe(`${hasLink('x y')} AND t = "y" AND t = "of"`)
  expect(possible('"to the"')).toBe('t = "to" AND t = "the"')
  expect(possible('"head th*"')).toBe(`${hasLink('head three')} OR t = "head" AND t = "the"`)
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
        const indexed = { t: terms, w: documentLinks(body) }
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

function hasLink(...phrases: string[]) {
  return `w IN [${quoted(phrases.flatMap((phrase) => linkValues(slashed(phrase))))}]`
}

function follows(link: string, pair: string) {
  const [plain, ambiguous] = linkValues(slashed(link))
  return `(w = "${plain}" OR w = "${ambiguous}" AND w IN [${quoted(pairValues(slashed(pair)))}])`
}

function quoted(values: string[]) {
  return values.map((value) => `"${value}"`).join(', ')
}

function slashed(phrase: string) {
  return phrase.replaceAll(' ', '/')
}
