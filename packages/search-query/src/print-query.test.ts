import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNode, numRuns } from '../test/support/arbitrary.ts'
import { and, leaves, type Node } from './ast.ts'
import { evaluate } from './evaluate.ts'
import { limits } from './limits.ts'
import { matchesEmptyProfile, parse } from './parse.ts'
import { printQuery } from './print-query.ts'

// Makes any node a valid query: it no longer matches an empty profile.
const included: Node = { type: 'term', word: 'included', at: 0 }

test('a printed query parses to the same tree', () => {
  const query = anyNode.map((node) => and([included, node])).filter(fits)
  fc.assert(
    fc.property(query, (node) => {
      expect(withoutPositions(parse(printQuery(node)))).toEqual(withoutPositions(node))
    }),
    { numRuns },
  )
})

test('400 invalid_query: exactly the queries that match an empty profile (D-41)', () => {
  fc.assert(
    fc.property(anyNode, (node) => {
      expect(matchesEmptyProfile(node) !== undefined).toBe(evaluate(node, []))
    }),
    { numRuns },
  )
})

function fits(node: Node): boolean {
  return printQuery(node).length <= limits.queryCharacters && leaves(node).length <= limits.terms
}

function withoutPositions(node: Node): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (key === 'at' ? undefined : value)))
}
