import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { plainWords } from './plain-words.ts'

const messagesOf = (schema: z.ZodType, input: unknown) => {
  const messages = (issues: readonly z.core.$ZodIssue[]): string[] =>
    issues.flatMap((issue) => [
      issue.message,
      ...(issue.code === 'invalid_union' ? issue.errors.flatMap(messages) : []),
    ])
  const { error } = schema.safeParse(input, { error: plainWords, reportInput: true })
  return messages(error?.issues ?? [])
}

const rows: [string, z.ZodType, unknown, string][] = [
  ['invalid_type', z.string(), 7, 'must be a string'],
  ['invalid_type', z.number(), 'x', 'must be a number'],
  ['invalid_type', z.number(), Number.NaN, 'must be a number'],
  ['invalid_type', z.int(), 1.5, 'must be a whole number'],
  ['invalid_type', z.bigint(), 1, 'must be a whole number'],
  ['invalid_type', z.boolean(), 'yes', 'must be true or false'],
  ['invalid_type', z.array(z.string()), {}, 'must be an array'],
  ['invalid_type', z.tuple([z.string()]), {}, 'must be an array'],
  ['invalid_type', z.object({}), [], 'must be an object'],
  ['invalid_type', z.record(z.string(), z.string()), 'x', 'must be an object'],
  ['invalid_type', z.date(), 'x', 'must be a date'],
  ['invalid_type', z.null(), 1, 'must be null'],
  ['invalid_type', z.never(), 1, 'must be absent'],
  ['too_big', z.number().max(100), 101, 'must be at most 100'],
  ['too_big', z.number().lt(100), 100, 'must be less than 100'],
  ['too_big', z.int(), 2 ** 60, 'must be at most 9007199254740991'],
  ['too_big', z.string().max(3), 'abcd', 'must have at most 3 characters'],
  ['too_big', z.array(z.any()).max(2), [1, 2, 3], 'must have at most 2 entries'],
  ['too_big', z.date().max(new Date(0)), new Date(1), 'must not be after 1970-01-01T00:00:00.000Z'],
  ['too_small', z.number().min(1), 0, 'must be at least 1'],
  ['too_small', z.number().positive(), 0, 'must be more than 0'],
  ['too_small', z.bigint().min(5n), 1n, 'must be at least 5'],
  ['too_small', z.string().min(1), '', 'must not be empty'],
  ['too_small', z.string().min(2), 'a', 'must have at least 2 characters'],
  ['too_small', z.array(z.any()).min(1), [], 'must not be empty'],
  ['too_small', z.array(z.any()).min(2), [1], 'must have at least 2 entries'],
  ['too_small', z.tuple([z.string(), z.string()]), ['a'], 'must have at least 2 entries'],
  ['too_small', z.date().min(new Date(1)), new Date(0), 'must not be before 1970-01-01T00:00:00.001Z'],
  ['too_small', z.string().length(3), 'a', 'must have exactly 3 characters'],
  ['too_big', z.array(z.any()).length(1), [1, 2], 'must have exactly 1 entry'],
  ['invalid_format', z.email(), 'x', 'must be an e-mail address'],
  ['invalid_format', z.url(), 'x', 'must be a URL, such as https://example.com/path'],
  ['invalid_format', z.uuid(), 'x', 'must be a UUID'],
  ['invalid_format', z.iso.date(), 'x', 'must be a date, such as 2030-01-31'],
  ['invalid_format', z.iso.time(), 'x', 'must be a time, such as 12:00:00'],
  [
    'invalid_format',
    z.iso.datetime(),
    'x',
    'must be an ISO 8601 timestamp in UTC, such as 2030-01-31T12:00:00Z',
  ],
  ['invalid_format', z.ipv4(), 'x', 'must be an IPv4 address'],
  ['invalid_format', z.base64(), '?', 'must be base64'],
  ['invalid_format', z.string().startsWith('a'), 'b', 'must begin with a'],
  ['invalid_format', z.string().endsWith('a'), 'b', 'must end with a'],
  ['invalid_format', z.string().includes('a'), 'b', 'must contain a'],
  ['invalid_format', z.string().lowercase(), 'A', 'must be in lower case'],
  ['invalid_format', z.string().regex(/^a+$/), 'b', 'must match /^a+$/'],
  ['not_multiple_of', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  ['unrecognized_keys', z.strictObject({}), { a: 1 }, 'must not have the field a'],
  ['unrecognized_keys', z.strictObject({}), { a: 1, b: 2 }, 'must not have the fields a, b'],
  ['invalid_value', z.enum(['A', 'B']), 'C', 'must be one of A, B'],
  ['invalid_value', z.literal(true), false, 'must be true'],
  ['invalid_value', z.literal(['a', 2]), 'b', 'must be one of a, 2'],
  ['invalid_union', z.union([z.string(), z.number()]), true, 'has none of the forms that are accepted'],
  [
    'invalid_union',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'must be one of a, b',
  ],
  [
    'invalid_key',
    z.record(z.string().min(2), z.any()),
    { a: 1 },
    'has a name that is not accepted: it must have at least 2 characters',
  ],
  [
    'invalid_element',
    z.map(z.any(), z.string()),
    new Map([[{}, 1]]),
    'has an entry that is not accepted: it must be a string',
  ],
  ['custom', z.string().refine(() => false), 'x', 'is not valid'],
  ['custom', z.string().refine(() => false, 'must rhyme'), 'x', 'must rhyme'],
  ['too_big', z.number().max(1, 'must be small'), 2, 'must be small'],
]

test.each(rows)('%s: %#', (code, schema, input, message) => {
  const [issue] = schema.safeParse(input, { error: plainWords }).error!.issues
  expect(issue!.message).toBe(message)
  expect(issue!.code).toBe(code)
})

test('the rows have every code of an issue', () => {
  const codes: Record<z.core.$ZodIssue['code'], true> = {
    ...{ invalid_type: true, too_big: true, too_small: true, invalid_format: true, not_multiple_of: true },
    ...{ unrecognized_keys: true, invalid_union: true, invalid_key: true, invalid_element: true },
    ...{ invalid_value: true, custom: true },
  }
  expect(new Set(rows.map(([code]) => code))).toEqual(new Set(Object.keys(codes)))
})

// What zod says by itself, in English; and patterns, which only programmers read.
const LIBRARY_WORDS =
  /Invalid|Too (big|small)|Unrecognized|expected|received|must match \/|undefined|\[object/

test('no endpoint says the words of a library, whatever its body, query or path has', () => {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(
      ...[null, true, '', ' ', 'x', 'x'.repeat(200_001), '\0', '\ud800', '-1', '1.5', '2147483648'],
      ...[
        0,
        -1,
        1.5,
        1e12,
        2 ** 60,
        [],
        [1],
        Array(10_001).fill('a'),
        {},
        { a: 1 },
        [[]],
        [{}],
        [null],
        ['a', 'a'],
      ],
    ),
  )
  const schemas = endpoints.flatMap(({ name, body, query, params }) =>
    [body, query, params].flatMap((schema) => (schema ? [{ name, schema }] : [])),
  )
  for (const { name, schema } of schemas) {
    const shape = 'shape' in schema ? Object.keys(schema.shape as object) : []
    const fields = fc.record(Object.fromEntries(shape.map((field) => [field, junk])), { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: fields }, junk), (input) => {
        for (const message of messagesOf(schema, input)) expect(message, name).not.toMatch(LIBRARY_WORDS)
      }),
      { numRuns: 25 },
    )
  }
})
