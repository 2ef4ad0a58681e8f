import { updateProfile } from '@jobboard/contracts/candidates/me'
import { endpoints } from '@jobboard/contracts/endpoints'
import { createJob } from '@jobboard/contracts/jobs/endpoints'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findUnknownFields, ignoredFieldsHeader, knownFieldsOf, unknownFieldError } from './unknown-fields.ts'

const job = knownFieldsOf(createJob.body!)
const find = (value: unknown, known = job) => findUnknownFields(value, known)
const paths = (value: unknown, known = job) => find(value, known).map(({ path }) => path.join('.'))

test('a field that the endpoint does not have is found, and its message names the nearest one (P-397)', () => {
  const found = find({ title: 'A', employementType: 'FullTime', colour: 'red' })
  expect(found.map(unknownFieldError)).toEqual([
    {
      pointer: '/employementType',
      reason: 'unknown field: did you mean employmentType?',
      message: 'unknown field employementType: did you mean employmentType?',
    },
    {
      pointer: '/colour',
      reason: 'unknown field: /openapi.json lists the fields of this body',
      message: 'unknown field colour: /openapi.json lists the fields of this body',
    },
  ])
})

test('nested fields are found by path, in arrays too', () => {
  const known = knownFieldsOf(updateProfile.body!)
  const body = {
    headline: 'Welder',
    employmentHistory: [{ title: 'A' }, { tilte: 'B', skills: [{ x: 1 }] }],
    adress: null,
  }
  expect(paths(body, known)).toEqual(['employmentHistory.1.tilte', 'employmentHistory.1.skills', 'adress'])
})

test('what is inherited or has a strange name is unknown, and nothing else is', () => {
  expect(
    paths(JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "toString": 2, "": 3, "title": null}')),
  ).toEqual(['__proto__', 'constructor', 'toString', ''])
  for (const value of [null, 'text', 7, [], [{ a: 1 }], {}]) expect(paths(value)).toEqual([])
})

test('the fields of each body of the public contracts are known, and none is open to any field', () => {
  const withBody = endpoints.filter(({ plane, body }) => plane === 'public' && body)
  expect(withBody.length).toBeGreaterThan(8)
  for (const { name, body } of withBody) {
    const known = knownFieldsOf(body!)
    const one = known.items ?? known
    expect([name, one.isOpen, one.fields.size > 0]).toEqual([name, false, true])
  }
})

test('the branches of a union share their fields; a record and an unknown value have any', () => {
  const known = knownFieldsOf(
    z.object({
      either: z.union([z.string(), z.object({ a: z.int() }), z.object({ b: z.int() })]).nullish(),
      any: z.unknown(),
      map: z.record(z.string(), z.int()),
    }),
  )
  const body = { either: { a: 1, b: 2, c: 3 }, any: { d: 4 }, map: { e: 5 } }
  expect(paths(body, known)).toEqual(['either.c'])
})

test('at most 20 fields are named, in a header of at most 1024 visible ASCII characters', () => {
  const long = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, i) => [`${i}\r\n, ü\ud800"${'x'.repeat(200)}`, 1]),
  )
  const found = find(long)
  expect(found).toHaveLength(20)
  const header = ignoredFieldsHeader(found)
  expect(header).toMatch(/^[\x21-\x7e]+(, [\x21-\x7e]+)*$/)
  expect(header.length).toBeLessThanOrEqual(1_024)
  expect(header.split(', ')[0]).toBe(`0%0D%0A%2C%20%C3%BC%EF%BF%BD%22${'x'.repeat(42)}`)
  for (const { message } of found.map(unknownFieldError)) {
    expect(message).not.toMatch(/\p{C}/u)
    expect(message.length).toBeLessThan(150)
  }
})
