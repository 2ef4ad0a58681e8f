import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { profilePatch } from './candidates/profile.ts'
import { endpoints } from './endpoints.ts'
import { listAudit } from './operators/audit.ts'
import { listDeliveries } from './webhooks/deliveries.ts'
import { listOwnDeliveries, replayToSubscription } from './webhooks/own.ts'

/** A value that a client sends: the parts of a request without their wrappers. */
interface Leaf {
  name: string
  schema: z.ZodType
}

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
}

/** What stands inside a schema, by the name that an error gives it; undefined for a value. */
function partsOf(schema: z.ZodType): [name: string, part: z.ZodType][] | undefined {
  const def = schema._zod.def as Def
  if (def.shape) return Object.entries(def.shape).map(([name, part]) => [`.${name}`, part])
  if (def.options) return def.options.map((part) => ['', part])
  const items = def.element ?? def.valueType
  if (items) return [['[]', items]]
  const inner = [def.innerType, def.left, def.right].filter((part) => part !== undefined)
  if (inner.length > 0) return inner.map((part) => ['', part])
  // A transformed value is tried as a whole, with what its transformation checks.
  return def.in && partsOf(def.in) ? [['', def.in]] : undefined
}

function leavesOf(name: string, schema: z.ZodType): Leaf[] {
  const parts = partsOf(schema)
  return parts ? parts.flatMap(([inner, part]) => leavesOf(name + inner, part)) : [{ name, schema }]
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const kinds = [
  {
    kind: 'time',
    is: (schema: z.ZodType) =>
      accepts(schema, '2027-06-01T00:00:00Z') && !accepts(schema, '2027-06-01 or so'),
    first: '1900-01-01T00:00:00Z',
    last: '9999-12-31T23:59:59.999Z',
    refused: [
      '1899-12-31T23:59:59.999Z',
      '1900-01-01T00:00:00+00:01',
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
      '9999-12-31T23:59:59.999-00:01',
    ],
  },
  {
    kind: 'day',
    is: (schema: z.ZodType) => accepts(schema, '2027-06-01') && !accepts(schema, '2027-06-31'),
    first: '1900-01-01',
    last: '9999-12-31',
    refused: ['1899-12-31', '0001-01-01', '0000-01-01'],
  },
  {
    kind: 'month',
    is: (schema: z.ZodType) => accepts(schema, '2027-06') && !accepts(schema, '2027-13'),
    first: '1900-01',
    last: '9999-12',
    refused: ['1899-12', '0001-01', '0000-01', '10000-01'],
  },
  {
    kind: 'year',
    is: (schema: z.ZodType, name: string) => /year$/i.test(name) && accepts(schema, 2027),
    first: 1900,
    last: 2200,
    refused: [1899, 1, 0, -1, 10_000],
  },
]

const leaves = endpoints.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? leavesOf(`${name} ${part}`, schema) : [],
  ),
)
const dates = leaves.flatMap(({ name, schema }) => {
  const found = kinds.find(({ is }) => is(schema, name))
  return found ? [{ ...found, name, schema }] : []
})

test('the dates of requests are found', () => {
  expect(dates.map(({ name, kind }) => `${name}: ${kind}`)).toEqual(
    expect.arrayContaining([
      'publish-job body.expiryDate: time',
      'list-jobs query.updatedSince: time',
      'update-profile body.employmentHistory[].startMonth: month',
      'update-profile body.education[].endYear: year',
      'create-candidate body.consentExpiresAt: time',
    ]),
  )
})

describe.each(dates)('$name', ({ schema, first, last, refused }) => {
  test.each<unknown>([first, last])('%s is accepted (D-71)', (value) => {
    expect(accepts(schema, value)).toBe(true)
  })

  test.each<unknown>(refused)('%s is refused, as outside the years 1900 to 9999 UTC (D-71)', (value) => {
    expect(accepts(schema, value)).toBe(false)
  })
})

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('a position must not end before it starts; it may begin and end in one month, or in none (D-71)', () => {
  const held = (startMonth: string | null, endMonth: string | null) =>
    problems(profilePatch, { employmentHistory: [{ title: 'Clerk', startMonth, endMonth }] })
  expect(held('2020-02', '2020-01')).toEqual(['employmentHistory.0.endMonth: must not be before startMonth'])
  for (const [start, end] of [
    ['2020-01', '2020-01'],
    ['2019-12', '2020-01'],
    [null, '2020-01'],
    ['2020-01', null],
  ] as const) {
    expect(held(start, end)).toBeUndefined()
  }
})

test.each([
  ['list-audit', listAudit.query],
  ['list-deliveries', listDeliveries.query],
  ['list-webhook-deliveries', listOwnDeliveries.query],
  ['replay-webhook-events', replayToSubscription.body],
])('%s: a range must not end before it starts, whatever the offsets (D-71)', (_, schema) => {
  const range = (since: string, until: string) => problems(schema!, { since, until })
  expect(range('2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z')).toEqual(['until: must not be before since'])
  expect(range('2026-01-01T12:00:00+01:00', '2026-01-01T11:59:59+01:00')).toHaveLength(1)
  expect(range('2026-01-01T12:00:00+02:00', '2026-01-01T11:00:00+01:00')).toBeUndefined()
  expect(problems(schema!, { since: '2026-01-01T00:00:00Z' })).toBeUndefined()
})
