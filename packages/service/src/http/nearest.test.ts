import { expect, test } from 'vitest'
import { nearest } from './unknown-fields.ts'

const fields = ['title', 'reference', 'description', 'city', 'country', 'employmentType', 'remoteType']

test.each([
  ['employementType', 'employmentType'],
  ['employment_type', 'employmentType'],
  ['EMPLOYMENT-TYPE', 'employmentType'],
  ['titel', 'title'],
  ['Title', 'title'],
  ['contry', 'country'],
  ['discription', 'description'],
  ['type', undefined],
  ['salary', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('%s means %s (P-397)', (text, word) => {
  expect(nearest(text, fields)).toBe(word)
})

test('the nearest word wins, and of equally near ones the first', () => {
  expect(nearest('citys', ['cities', 'city'])).toBe('city')
  expect(nearest('bat', ['cat', 'bit'])).toBe('cat')
})
