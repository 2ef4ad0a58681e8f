import { describe, expect, test } from 'vitest'
import { yearsOfExperience } from './wire.ts'

const NOW = new Date('2026-06-15T00:00:00Z')
const held = (...months: [string | null, string | null][]) =>
  months.map(([startMonth, endMonth]) => ({
    title: 'a',
    employer: '',
    description: '',
    startMonth,
    endMonth,
  }))

describe('years of experience', () => {
  test.each([
    ['nothing held', [], 0],
    ['first and last month count', [['2020-01', '2020-12']], 1],
    ['eleven months are no year', [['2020-01', '2020-11']], 0],
    ['still held', [['2024-07', null]], 2],
    [
      'overlaps count once',
      [
        ['2018-01', '2019-12'],
        ['2019-01', '2020-12'],
      ],
      3,
    ],
    [
      'newest first',
      [
        ['2019-01', '2020-12'],
        ['2018-01', '2019-12'],
      ],
      3,
    ],
    [
      'one inside the other',
      [
        ['2010-01', '2019-12'],
        ['2012-01', '2013-12'],
      ],
      10,
    ],
    [
      'apart',
      [
        ['2010-01', '2010-06'],
        ['2015-01', '2015-06'],
      ],
      1,
    ],
    [
      'the future does not count',
      [
        ['2026-01', '2040-12'],
        ['2030-01', null],
      ],
      0,
    ],
    [
      'a start that is a placeholder, as an older release has stored it',
      [
        ['0001-01', null],
        ['1900-01', '2020-12'],
        ['1926-05', null],
        ['2025-01', '2025-12'],
      ],
      1,
    ],
    ['a century', [['1926-06', null]], 100],
    [
      'no start, or an end before it',
      [
        [null, '2020-01'],
        ['2020-05', '2010-01'],
      ],
      0,
    ],
  ] as [string, [string | null, string | null][], number][])('%s', (_, months, years) => {
    expect(yearsOfExperience(held(...months), NOW)).toBe(years)
  })
})
