import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkQuery, excerptOf, refusedQuery } from './check-query.ts'
import { readCountries } from './countries.ts'
import { addressOf, valuesOf } from './search-values.ts'

test('the place of a mistake, cut to what is near it and never within a character', () => {
  expect(checkQuery('java AND')).toEqual({
    message: "Write a term after 'AND', or quote it to find the word.",
    position: 5,
  })
  expect(excerptOf('java AND (oil OR', 14)).toEqual({ before: 'java AND (oil ', marked: 'OR', after: '' })
  expect(excerptOf('java', 4)).toMatchObject({ before: 'java', after: '' })
  const long = `${'a'.repeat(100)} ${'b'.repeat(500)} ${'c'.repeat(100)}`
  expect(excerptOf(long, 101)).toEqual({
    before: `…${'a'.repeat(39)} `,
    marked: 'b'.repeat(24),
    after: `${'b'.repeat(40)}…`,
  })
  expect(excerptOf('𝕏'.repeat(60), 61).before.isWellFormed()).toBe(true)
  expect(refusedQuery('query: Use more characters before this wildcard (position 7)')).toEqual({
    message: 'Use more characters before this wildcard.',
    position: 7,
  })
})

test('every query is checked, and every address fills the form as it was', () => {
  const query = fc.string({ unit: 'binary', maxLength: 2_500 })
  fc.assert(
    fc.property(query, (typed) => {
      const checked = checkQuery(typed)
      if ('position' in checked) excerptOf(typed, checked.position)
      const values = valuesOf({ query: typed, countries: 'NO, Sweden', days: '7', size: '50', page: '2' })
      const address = new URL(addressOf('/search', values), 'http://portal.test')
      expect(address.href.length).toBeLessThan(16_000)
      const read = valuesOf(Object.fromEntries(address.searchParams))
      expect(read).toEqual({ ...values, query: values.query.toWellFormed() })
    }),
  )
})

test('countries by name and code', () => {
  expect(readCountries(' norway; SE,Côte d’Ivoire, uk\nUSA')).toEqual({
    numbers: [578, 752, 384, 826, 840],
    unknown: [],
  })
  expect(readCountries('Norway, Atlantis-on-Sea').unknown).toEqual([
    { word: 'Atlantis-on-Sea', meant: undefined },
  ])
  expect(readCountries('Swedn').unknown[0]?.meant).toBe('Sweden')
  expect(readCountries('')).toEqual({ numbers: [], unknown: [] })
})
