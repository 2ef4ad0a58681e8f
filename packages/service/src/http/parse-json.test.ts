import { endpoints } from '@jobboard/contracts/endpoints'
import { MAX_BODY_BYTES, MAX_BODY_DEPTH, MAX_BODY_VALUES } from '@jobboard/contracts/limits'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'

const parse = vi.spyOn(JSON, 'parse')
afterEach(() => void parse.mockClear())
afterAll(() => parse.mockRestore())

const read = (text: string) => parseJson(Buffer.from(text))
const filled = (part: string) => part.repeat(Math.floor(MAX_BODY_BYTES / part.length))
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`
const nested = (open: string, inside: string, close: string, levels: number) =>
  open.repeat(levels) + inside + close.repeat(levels)

test.each([
  ['lists that do not end', filled('[')],
  ['objects that do not end', filled('{"a":')],
  ['valid lists', nested('[', '', ']', 500_000)],
  ['valid objects', nested('{"a":', '1', '}', 150_000)],
  ['lists and objects in turns', nested('[{"a":', '1', '}]', 100_000)],
  ['a field that no endpoint has', `{"title":"A","x":${nested('[', '', ']', 500_000)}}`],
  ['nesting behind a text full of escapes', `["${'\\"['.repeat(1_000)}\\\\",${filled('[')}`],
  ['nesting behind spaces', `${' '.repeat(500_000)}${'['.repeat(500_000)}`],
  ['one level too many', nested('[', '', ']', MAX_BODY_DEPTH + 1)],
])('400: %s, nested more than 64 levels deep, are refused before they are parsed (P-580)', (_what, text) => {
  expect(() => read(text)).toThrow('The body is nested more than 64 levels deep')
  expect(parse).not.toHaveBeenCalled()
})

test.each([
  ['numbers', `[${filled('1,').slice(0, -10)}1]`],
  ['lists', `[${filled('[],').slice(0, -10)}`],
  ['objects', filled('{},')],
  ['different names', keys(90_000)],
  ['one name again and again', `{${filled('"k":0,').slice(0, -10)}`],
  ['texts', `[${filled('"",').slice(0, -10)}`],
  ['items of a list, one too many', `[${'1,'.repeat(MAX_BODY_VALUES - 1)}1]`],
])('400: more than 20000 values, %s, are refused before they are parsed (P-580)', (_what, text) => {
  expect(() => read(text)).toThrow('The body has more than 20000 values')
  expect(parse).not.toHaveBeenCalled()
})

test.each([
  ['64 levels', nested('[', '', ']', MAX_BODY_DEPTH)],
  ['20000 values', `[${'1,'.repeat(MAX_BODY_VALUES - 2)}1]`],
  ['marks of JSON in a text', JSON.stringify({ a: `${'[{,'.repeat(100_000)}"\\`, '[[[,{"\\': ',,,' })],
  ['many lists beside each other', `[${'[],'.repeat(9_000)}[]]`],
  ['a text of 1 MiB', `"${'ä'.repeat(500_000)}"`],
])('%s are parsed once', (_what, text) => {
  expect(read(text)).toEqual(JSON.parse(text))
  expect(parse).toHaveBeenCalledTimes(2)
})

test('400: a body that is no JSON is parsed once', () => {
  expect(() => read(`[${'"a\\n",'.repeat(1_000)}x]`)).toThrow('expected a value at line 1, column 6002')
  expect(parse).toHaveBeenCalledTimes(1)
})

test('400: a mistake behind the first 65536 characters has no position (P-401)', () => {
  const around = (length: number, rest: string) => `["${'é'.repeat(length - 3)}${rest}`
  const position = (text: string) => () => read(text)
  expect(position(around(65_530, '"x'))).toThrow('expected "," or "]" at line 1, column 65531')
  for (const rest of ['', '"', '\\u12', '",tru', '",1.', '"x', '\\x', '",\n{']) {
    expect(position(around(65_537, rest)), rest).toThrow(
      'not valid JSON: the mistake is behind its first 65536 characters.',
    )
  }
  expect(position(`${around(65_530, '"')}${' '.repeat(1_000_000)}x`)).toThrow(
    'behind its first 65536 characters',
  )
  expect(position(`{"a":${'\n'.repeat(1_000_000)}`)).toThrow('behind its first 65536 characters')
})

test('no body that an endpoint accepts has more values or levels', () => {
  const largest = endpoints.flatMap(({ name, plane, body }) =>
    body && plane !== 'internal'
      ? [
          {
            name,
            ...sizeOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata: z.registry() })),
          },
        ]
      : [],
  )
  expect(largest.length).toBeGreaterThan(20)
  for (const { name, values, depth } of largest) {
    expect(values, name).toBeLessThan(MAX_BODY_VALUES * 0.6)
    expect(depth, name).toBeLessThan(MAX_BODY_DEPTH / 4)
  }
})

type Schema = z.core.JSONSchema.BaseSchema

/** Of the largest value of a schema. A list without a limit has values of an enumeration: each of them once. */
function sizeOf(schema: Schema): { values: number; depth: number } {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const items = schema.items as Schema | undefined
  const sizes = [...branches, ...Object.values(schema.properties ?? {}), ...(items ? [items] : [])].map(
    (one) => sizeOf(one as Schema),
  )
  const times = items ? (schema.maxItems ?? items.enum!.length) : 1
  return {
    values: 1 + times * sizes.reduce((sum, { values }) => sum + values, 0),
    depth: (branches.length > 0 ? 0 : 1) + Math.max(0, ...sizes.map(({ depth }) => depth)),
  }
}
