import { expect, test } from 'vitest'
import { parse } from './parse.ts'
import { toPostgres } from './to-postgres.ts'
import { wildcards } from './wildcards.ts'

const columns = { terms: 'v', body: 'body' }

test('without phrases one tsquery is exact', () => {
  expect(translated('java* AND wom?n -(c++ OR "c#")', { 'wom?n': ['woman', 'women'] })).toEqual({
    strings: ['v @@ ', '::tsquery'],
    values: [`('java':* & ('woman' | 'women') & !(('c++' | 'c#')))`],
  })
})

test('with phrases the index finds their words and the text decides', () => {
  const { values } = translated('("machine learning" OR ml) NOT "data entry"')
  expect(values).toEqual([
    `(('machine' & 'learning') | 'ml')`,
    ['/machine/learning/', '/data/entry/'],
    `(('/machine/learning/' | 'ml') & !('/data/entry/'))`,
  ])
})

test('a query in NOT NOT is as narrow in the index as without', () => {
  const { values } = translated('NOT ("a b" OR NOT (c OR "d e"))')
  expect(values[0]).toBe(`!(!(('c' | ('d' & 'e'))))`)
})

test('the text is the same for all queries with phrases, so it can be prepared', () => {
  const { strings } = translated('"a b"')
  expect(translated('x ("a b" OR "c da*") -"e wom?n"', {}).strings).toEqual(strings)
  expect(strings.join('?')).toBe(
    'v @@ ?::tsquery AND (v || array_to_tsvector(ARRAY(SELECT needle FROM unnest(?::text[]) AS needle' +
      ' WHERE strpos(body, needle) > 0))) @@ ?::tsquery',
  )
})

test('a wildcard without words is FALSE, and folded', () => {
  expect(translated('wom?n', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('"two wom?n" java', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('java -wom?n', {}).values).toEqual([`'java'`])
  expect(translated('java OR "two wom?n"', {}).values).toEqual([`'java'`])
})

test('words that were not looked up are a mistake of the caller, not an empty result', () => {
  expect(() => toPostgres(parse('wom?n'), new Map(), columns)).toThrow('wom?n')
})

function translated(query: string, words: Record<string, string[]> = {}) {
  const node = parse(query)
  const found = new Map(wildcards(node).map(({ pattern }) => [pattern, words[pattern] ?? []]))
  return toPostgres(node, found, columns)
}
