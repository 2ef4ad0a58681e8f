import { expect, test } from 'vitest'
import { toPosting } from './posting.ts'

const line = (row: unknown) => toPosting(JSON.stringify(row))

test('the fields of the API are taken, everything else is left out', () => {
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
  expect(line(row).body).toEqual({
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

test('without extra.countryCode the country is passed on; a given applyMethod stays', () => {
  const row = { title: 'x', country: 'AT', applyMethod: 'EmailApply', applyEmailAddress: 'a@example.com' }
  expect(line(row).body).toEqual(row)
  expect(line({ title: 'x' }).body).toEqual({ title: 'x', applyMethod: 'PlatformApply' })
})

test('wrong values are left for the API to refuse', () => {
  expect(line({ title: 5, country: 'Nowhere', extra: 'none', city: null }).body).toMatchObject({
    title: 5,
    country: 'Nowhere',
    city: null,
  })
})

test('the identity is that of the reference; without one, of the whole line', () => {
  const of = (row: unknown) => line(row).identity
  expect(of({ title: 'a', reference: 'R' })).toBe(of({ title: 'b', reference: 'R' }))
  expect(of({ title: 'a', reference: 'R' })).not.toBe(of({ title: 'a', reference: 'S' }))
  expect(of({ title: 'a' })).toBe(of({ title: 'a' }))
  expect(of({ title: 'a' })).not.toBe(of({ title: 'b' }))
  expect(of({ title: 'a', reference: 'ссылка 🚀' })).toMatch(/^[0-9a-f]{64}$/)
})

test.each(['{', 'null', '[]', '"text"', '5'])('%s is no posting', (text) => {
  expect(() => toPosting(text)).toThrow(/^the line is not/)
})
