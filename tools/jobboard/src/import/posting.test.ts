import { expect, test } from 'vitest'
import { toPosting } from './posting.ts'

const posting = (row: unknown) => toPosting(JSON.stringify(row))

test('fields of the API are copied, other fields are dropped', () => {
  const row = {
    title: 'Baker',
    description: 'Bread.\nRolls.',
    city: 'Wien',
    country: 'Austria',
    employmentType: 'PartTime',
    remoteType: 'OnSite',
    reference: 'B-1',
    source: 'somewhere',
    extra: { countryCode: 'AT', salaryMin: 1 },
  }
  expect(posting(row).body).toEqual({
    title: 'Baker',
    description: 'Bread.\nRolls.',
    city: 'Wien',
    country: 'AT',
    employmentType: 'PartTime',
    remoteType: 'OnSite',
    reference: 'B-1',
    applyMethod: 'PlatformApply',
  })
})

test('country is used without extra.countryCode; a given applyMethod is not replaced', () => {
  const row = { title: 'x', country: 'AT', applyMethod: 'EmailApply', applyEmailAddress: 'a@example.com' }
  expect(posting(row).body).toEqual(row)
  expect(posting({ title: 'x' }).body).toEqual({ title: 'x', applyMethod: 'PlatformApply' })
})

test('invalid values are passed on for the API to refuse', () => {
  expect(posting({ title: 5, country: 'Nowhere', extra: 'none', city: null }).body).toMatchObject({
    title: 5,
    country: 'Nowhere',
    city: null,
  })
})

test('the identity depends on the reference; without one, on the whole line', () => {
  const identity = (row: unknown) => posting(row).identity
  expect(identity({ title: 'a', reference: 'R' })).toBe(identity({ title: 'b', reference: 'R' }))
  expect(identity({ title: 'a', reference: 'R' })).not.toBe(identity({ title: 'a', reference: 'S' }))
  expect(identity({ title: 'a' })).toBe(identity({ title: 'a' }))
  expect(identity({ title: 'a' })).not.toBe(identity({ title: 'b' }))
  expect(identity({ title: 'a', reference: 'ссылка 🚀' })).toMatch(/^[0-9a-f]{64}$/)
})

test.each(['{', 'null', '[]', '"text"', '5'])('%s is not a posting', (text) => {
  expect(() => toPosting(text)).toThrow(/^the line is not/)
})
