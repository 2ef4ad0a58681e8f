import { expect, test } from 'vitest'
import { toPosting } from './import-jobs.ts'

const posting = (row: unknown) => toPosting(JSON.stringify(row))

test('every field is sent as it is; extra.countryCode becomes the country, and what else extra has stays (P-602)', () => {
  const row = {
    title: 'Baker',
    description: 'Bread.\nRolls.',
    salaryMin: 1,
    salaryCurrency: 'EUR',
    screeningQuestions: [{ text: 'Early?', type: 'YesNo', required: true }],
    source: 'somewhere',
  }
  const sent = { ...row, applyMethod: 'PlatformApply' }
  expect(posting({ ...row, country: 'Austria', extra: { countryCode: 'AT' } }).body).toEqual({
    ...sent,
    country: 'AT',
  })
  expect(posting({ ...row, extra: { countryCode: null, region: 'Tirol' } }).body).toEqual({
    ...sent,
    extra: { region: 'Tirol' },
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
    extra: 'none',
    city: null,
  })
  expect(toPosting('{"salaryMin": 1e999}').body.salaryMin).toBe('Infinity')
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
