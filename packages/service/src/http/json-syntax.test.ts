import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSyntaxError } from './json-syntax.ts'

test.each([
  ['{"title": "A"', 1, 14, '"," or "}"'],
  ['{"title": "A",}', 1, 15, 'a field name in double quotes'],
  ["{'title': 1}", 1, 2, 'a field name in double quotes or "}"'],
  ['{"title" "A"}', 1, 10, '":"'],
  ['{"title": }', 1, 11, 'a value'],
  ['{\n  "title": "A"\n  "city": "B"\n}', 3, 3, '"," or "}"'],
  ['[1,\r\n2,\r3,\n]', 4, 1, 'a value'],
  ['["😀é", tru]', 1, 11, 'the value true'],
  ['"a\tb"', 1, 3, 'an escape such as \\n or \\t in a text'],
  ['"a\\x"', 1, 4, 'an escape that JSON has, such as \\n or \\u00e9'],
  ['"a\\u12g4"', 1, 7, 'an escape that JSON has, such as \\n or \\u00e9'],
  ['"abc', 1, 5, 'the double quote that ends a text'],
  ['01', 1, 2, 'the end of the body'],
  ['[1.]', 1, 4, 'a digit'],
  ['{} {}', 1, 4, 'the end of the body'],
  ['NaN', 1, 1, 'a value'],
  ['', 1, 1, 'a value'],
])('%j is no JSON from line %i, column %i on (P-401)', (text, line, column, expected) => {
  expect(findSyntaxError(text)).toMatchObject({ line, column, expected })
})

const mutated = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom(
      '',
      '"',
      '\\',
      ',',
      '}',
      ']',
      '{',
      '[',
      ':',
      '1',
      '.',
      '-',
      'e',
      't',
      '\n',
      ' ',
      '\u0001',
    ),
  )
  .map(([json, at, mark]) => {
    const index = at % (json.length + 1)
    return mark === '' ? json.slice(0, index) : json.slice(0, index) + mark + json.slice(index + (at % 2))
  })

test('a text has a syntax error exactly when JSON.parse refuses it, where its message has the position', () => {
  let positions = 0
  fc.assert(
    fc.property(mutated, (text) => {
      const found = findSyntaxError(text)
      try {
        JSON.parse(text)
        expect(found, text).toBeUndefined()
      } catch (error) {
        const place = /line (\d+) column (\d+)/.exec((error as Error).message)
        expect(found, text).toBeDefined()
        if (!place || /[^\x20-\x7e]/.test(text)) return
        positions++
        expect([found!.line, found!.column], `${text}: ${error}`).toEqual([
          Number(place[1]),
          Number(place[2]),
        ])
      }
    }),
    { numRuns: 3_000 },
  )
  expect(positions).toBeGreaterThan(100)
})

test('deep nesting is read without recursion', () => {
  expect(findSyntaxError('['.repeat(500_000))).toMatchObject({ column: 500_001 })
  expect(findSyntaxError(`${'[{"a":'.repeat(100_000)}}`)).toMatchObject({ column: 600_001 })
})
