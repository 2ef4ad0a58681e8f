import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNode, anyPhrase, anyTexts, anyWildcard, numRuns } from '../test/support/arbitrary.ts'
import { and, type Node, not, or } from './ast.ts'
import { toSearchDocument } from './document.ts'
import { evaluate, globMatches } from './evaluate.ts'
import { parse } from './parse.ts'

const PROFILE = [
  'Account Manager',
  "Bachelor's degree, C++ and .NET",
  'two women. Machine',
  'learning Node.js résumés',
]

test.each([
  ['c++', true],
  ['c', false],
  ['net', false],
  ['.net', true],
  ['bachelors', true],
  ['"node js"', true],
  ['resumes', true],
  ['resume', false],
  ['resume*', true],
  ['wom?n', true],
  ['wom?', false],
  ['"account manage*"', true],
  ['"two wom?n"', true],
  ['"manager account"', false],
  ['"machine learning"', false],
  ['machine learning', true],
  ['account -manager', false],
  ['account -manage', true],
])('%s evaluates to %s for the profile (D-42)', (query, found) => {
  expect(evaluate(parse(query), toSearchDocument(PROFILE).sections)).toBe(found)
})

const profile = anyTexts.map((texts) => toSearchDocument(texts).sections)

test.each<[law: string, left: (a: Node, b: Node) => Node, right: (a: Node, b: Node) => Node]>([
  ['NOT (a AND b) = NOT a OR NOT b', (a, b) => negate(and([a, b])), (a, b) => or([negate(a), negate(b)])],
  ['NOT (a OR b) = NOT a AND NOT b', (a, b) => negate(or([a, b])), (a, b) => and([negate(a), negate(b)])],
  ['NOT NOT a = a', (a) => ({ type: 'not', of: { type: 'not', of: a, at: 0 }, at: 0 }), (a) => a],
  ['a AND b = b AND a', (a, b) => and([a, b]), (a, b) => and([b, a])],
  ['a OR b = b OR a', (a, b) => or([a, b]), (a, b) => or([b, a])],
  ['a AND (a OR b) = a', (a, b) => and([a, or([a, b])]), (a) => a],
])('%s', (_, left, right) => {
  fc.assert(
    fc.property(anyNode, anyNode, profile, (a, b, sections) => {
      expect(evaluate(left(a, b), sections)).toBe(evaluate(right(a, b), sections))
    }),
    { numRuns },
  )
})

test('a profile that matches a phrase matches each of its words', () => {
  fc.assert(
    fc.property(anyPhrase, profile, (phrase, sections) => {
      const words = phrase.head.map((word): Node => ({ type: 'term', word, at: 0 }))
      if (evaluate(phrase, sections)) expect(evaluate(and([...words, phrase.last]), sections)).toBe(true)
    }),
    { numRuns: numRuns * 10 },
  )
})

test('a profile that matches a word matches a wildcard pattern made from it', () => {
  fc.assert(
    fc.property(anyWildcard, profile, (wildcard, sections) => {
      const word = wildcard.type === 'prefix' ? wildcard.word : wildcard.pattern.replace(/[*?]/g, '')
      if (wildcard.type === 'wild' && wildcard.pattern.includes('?')) return
      if (evaluate({ type: 'term', word, at: 0 }, sections)) expect(evaluate(wildcard, sections)).toBe(true)
    }),
    { numRuns: numRuns * 10 },
  )
})

test('globMatches agrees with the equivalent regular expression', () => {
  const pattern = fc.string({ unit: fc.constantFrom(...'ab?*'), maxLength: 10 })
  const word = fc.string({ unit: fc.constantFrom(...'ab'), maxLength: 12 })
  fc.assert(
    fc.property(pattern, word, (glob, text) => {
      const regex = new RegExp(`^${glob.replaceAll('?', '.').replaceAll('*', '.*')}$`)
      expect(globMatches(glob, text)).toBe(regex.test(text))
    }),
    { numRuns: numRuns * 10 },
  )
})

function negate(node: Node): Node {
  return not(node, 0)
}
