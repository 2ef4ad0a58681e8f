import { MAX_QUERY_HEADER_LENGTH } from '@jobboard/contracts/limits'
import { parse } from '@jobboard/search-query/parse'
import { printQuery } from '@jobboard/search-query/print-query'
import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryHeader } from './wire.ts'

const headerOf = (query: string) => queryHeader(parse(query))['x-query-normalized']

test.each([
  ['ＪＡＶＡ “machine  Learning”', 'java AND "machine learning"'],
  ['a OR b c', 'a OR b AND c'],
  ['(a | b) -C++', '(a OR b) AND NOT c++'],
  ['"or" résu* Node.js', '"or" AND resu* AND "node js"'],
  ['москва', '%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0'],
  ['日本 𠮷', '"%E6%97%A5%E6%9C%AC" AND %F0%A0%AE%B7'],
])('%s is sent as %s', (query, value) => {
  expect(headerOf(query)).toBe(value)
})

test.each([
  ['100 words', 'ab '.repeat(100), true],
  [
    'printed, longer than a query may be',
    'abcdefghijklmno '.repeat(70) + 'abcdefghijklmnop '.repeat(30),
    false,
  ],
  ['encoded, longer than a header may be', `java ${'москва'.repeat(10)} `.repeat(20), false],
])('%s', (_, query, isSent) => {
  expect(headerOf(query) !== undefined).toBe(isSent)
})

test('property: any query that is sent back decoded is the same query; the header is bounded printable ASCII (P-209)', () => {
  const piece = fc.oneof(
    {
      arbitrary: fc.constantFrom(' ', ' OR ', ' AND ', ' NOT ', '(', ')', '"', '*', '?', '+', '#', '.'),
      weight: 3,
    },
    {
      arbitrary: fc.constantFrom(
        'java',
        'ab',
        'near',
        'or',
        "bachelor's",
        'Node.js',
        'C++',
        'Σίσυφος',
        'İstanbul',
        '㎏',
        'ﷺ',
      ),
      weight: 3,
    },
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
    fc.string({ unit: codePoint, minLength: 1, maxLength: 4 }),
  )
  const query = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
  let sent = 0
  fc.assert(
    fc.property(query, (text) => {
      const node = tryParse(text)
      const value = node && queryHeader(node)['x-query-normalized']
      if (!value) return
      sent++
      expect(value).toMatch(/^[\x20-\x7e]+$/)
      expect(value.length).toBeLessThanOrEqual(MAX_QUERY_HEADER_LENGTH)
      const again = parse(decodeURIComponent(value))
      expect(withoutPositions(again)).toEqual(withoutPositions(node))
      expect(printQuery(again)).toBe(decodeURIComponent(value))
    }),
    { numRuns: Number(process.env.QUERY_RUNS ?? 1_000) },
  )
  expect(sent).toBeGreaterThan(100)
})

function tryParse(text: string) {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function withoutPositions(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (key === 'at' ? undefined : value)))
}
