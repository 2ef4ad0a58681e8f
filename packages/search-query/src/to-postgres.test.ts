import { expect, test } from 'vitest'
import { parse } from './parse.ts'
import { toPostgres } from './to-postgres.ts'
import { wildcards } from './wildcards.ts'

const columns = { terms: 'v', body: 'body' }

test('a query without phrases is one exact tsquery', () => {
  expect(translated('java* AND wom?n -(c++ OR "c#")', { 'wom?n': ['woman', 'women'] })).toEqual({
    strings: ['v @@ ', '::tsquery'],
    values: [`('java':* & ('woman' | 'women') & !(('c++' | 'c#')))`],
  })
})

test('a query with phrases: the index narrows by their words, the body decides', () => {
  const { values } = translated('("machine learning" OR ml) NOT "data entry"')
  expect(values).toEqual([
    `(('machine' & 'learning') | 'ml')`,
    ['/machine/learning/', '/data/entry/'],
    ['/machine/learning/', '/data/entry/'],
    [null, null],
    `(('/machine/learning/' | 'ml') & !('/data/entry/'))`,
  ])
})

test('a phrase under two nested NOTs still narrows the rows in the index', () => {
  const { values } = translated('NOT ("a b" OR NOT (c OR "d e"))')
  expect(values[0]).toBe(`!(!(('c' | ('d' & 'e'))))`)
})

test('the SQL text is the same for all queries with phrases, so it can be prepared', () => {
  const { strings } = translated('"a b"')
  expect(translated('x ("a b" OR "c da*") -"e wom?n"').strings).toEqual(strings)
  expect(strings.join('?')).toBe(
    'v @@ ?::tsquery AND (v || array_to_tsvector(ARRAY(SELECT name FROM' +
      " (SELECT body || '' AS text OFFSET 0) AS unpacked, unnest(?::text[], ?::text[], ?::text[]) AS phrase (name, lead, regex)" +
      ' WHERE strpos(text, lead) > 0 AND (regex IS NULL OR text ~ regex)))) @@ ?::tsquery',
  )
})

test('a phrase that ends in a pattern is searched by one regular expression, however many words match', () => {
  const [index, names, leads, regexes, exact] = translated('"no.1 wom?n"', {
    'wom?n': ['woman', 'women'],
  }).values
  expect(index).toBe(`('no' & '1' & ('woman' | 'women'))`)
  expect(names).toEqual(['/no/1/wom?n/'])
  expect(leads).toEqual(['/no/1/wom'])
  expect(regexes).toEqual([expect.stringMatching(/^\/no\/1\/wom\(.*\)n\/$/)])
  expect(exact).toBe(`'/no/1/wom?n/'`)
})

test('a wildcard that matches no word is FALSE and simplified away', () => {
  expect(translated('wom?n', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('"two wom?n" java', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('java -wom?n', {}).values).toEqual([`'java'`])
  expect(translated('java OR "two wom?n"', {}).values).toEqual([`'java'`])
})

test('a wildcard that was not expanded throws', () => {
  expect(() => toPostgres(parse('wom?n'), new Map(), columns)).toThrow('not expanded')
})

function translated(query: string, words: Record<string, string[]> = {}) {
  const node = parse(query)
  const found = new Map(wildcards(node).map(({ pattern }) => [pattern, words[pattern] ?? []]))
  return toPostgres(node, found, columns)
}
