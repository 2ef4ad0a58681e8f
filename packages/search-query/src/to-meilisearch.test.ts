import { parseFilter } from '@jobboard/testkit/fake-meilisearch/filter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNode, anyTexts, numRuns } from '../test/support/arbitrary.ts'
import { toSearchDocument } from './document.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { toMeilisearch } from './to-meilisearch.ts'
import { wildcards } from './wildcards.ts'
import { wordPairs } from './word-pairs.ts'

test.each([
  ['java', 't = "java"'],
  ['java c++ -.net', 't = "java" AND t = "c++" AND NOT t = ".net"'],
  [
    '(java OR kotlin) -(manager OR "data entry")',
    't IN ["java", "kotlin"] AND NOT (w = "/data/entry/" OR t = "manager")',
  ],
  ['a OR b c', 't = "a" OR t = "b" AND t = "c"'],
  ['wom?n', 't IN ["woman", "women"]'],
  ['two wom* OR x', 't = "x" OR t = "two" AND t IN ["woman", "women"]'],
  ['"two wom?n"', 'w IN ["/two/woman/", "/two/women/"]'],
  ['x OR "two zz*"', 't = "x"'],
])('%s is the filter %s', (query, filter) => {
  const words = new Map(
    Object.entries({ 'wom?n': ['woman', 'women'], 'wom*': ['woman', 'women'], 'zz*': [] }),
  )
  expect(toMeilisearch(parse(query), words)).toEqual({ certain: filter, possible: filter })
})

test('a phrase of three words is possible where its pairs occur, and never certain; under NOT it is the other way round', () => {
  const pairs = 'w = "/a/b/" AND w = "/b/c/"'
  expect(toMeilisearch(parse('"a b c"'), new Map())).toEqual({ certain: false, possible: pairs })
  expect(toMeilisearch(parse('x -"a b c"'), new Map())).toEqual({
    certain: `t = "x" AND NOT (${pairs})`,
    possible: 't = "x"',
  })
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
        const indexed = { t: terms, w: wordPairs(body) }
        const [isCertain, isPossible] = [certain, possible].map((filter) =>
          typeof filter === 'boolean' ? filter : parseFilter(filter, () => features)(indexed),
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
