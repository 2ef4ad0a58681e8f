import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timestamp } from './text.ts'

const parse = (text: unknown) => {
  const { success, data } = timestamp().safeParse(text)
  return success ? data.toISOString() : undefined
}

test.each([
  ['2027-06-01T00:00:00.000Z', '2027-06-01T00:00:00.000Z'],
  ['2027-06-01T00:00:00Z', '2027-06-01T00:00:00.000Z'],
  ['2027-06-01T00:00Z', '2027-06-01T00:00:00.000Z'],
  ['2027-06-01T09:30+02:00', '2027-06-01T07:30:00.000Z'],
  ['2027-06-01T09:30:05,25-0330', '2027-06-01T13:00:05.250Z'],
  ['2027-06-01T09:30:05.123456789+02', '2027-06-01T07:30:05.123Z'],
  ['20270601T0930Z', '2027-06-01T09:30:00.000Z'],
  ['20270601T093005.5+0200', '2027-06-01T07:30:05.500Z'],
  ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
  ['2027-12-31T23:59-00:01', '2028-01-01T00:00:00.000Z'],
  ['1899-12-31T23:00-01:00', '1900-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  [`2027-06-01T00:00:00.${'9'.repeat(20)}Z`, '2027-06-01T00:00:00.999Z'],
])('%s is the time %s (D-09)', (text, time) => {
  expect(parse(text)).toBe(time)
})

test.each([
  ['2027-06-01', 'no time'],
  ['2027-06-01T00:00', 'no offset'],
  ['2027-06-01T00Z', 'no minutes'],
  ['2027-06-01 00:00Z', 'a blank'],
  ['2027-06-01t00:00z', 'small letters'],
  ['2027-02-29T00:00Z', 'no leap year'],
  ['2100-02-29T00:00Z', 'no leap year'],
  ['2027-04-31T00:00Z', '30 days'],
  ['2027-00-10T00:00Z', 'month 0'],
  ['2027-13-10T00:00Z', 'month 13'],
  ['2027-06-00T00:00Z', 'day 0'],
  ['2027-06-01T24:00Z', 'hour 24'],
  ['2027-06-01T00:60Z', 'minute 60'],
  ['2027-06-01T23:59:60Z', 'second 60'],
  ['2027-06-01T00:00+24:00', 'offset 24 h'],
  ['2027-06-01T00:00+01:60', 'offset 60 min'],
  ['2027-0601T00:00Z', 'half basic'],
  ['2027-06-01T0000Z', 'half basic'],
  ['2027-06-01T00:00.5Z', 'a fraction of a minute'],
  ['2027-06-01T00:00:00.Z', 'no fraction'],
  ['+002027-06-01T00:00Z', 'six-digit year'],
  ['2027-W22-2T00:00Z', 'a week date'],
  ['2027-152T00:00Z', 'an ordinal date'],
  ['２０２７-06-01T00:00Z', 'other digits'],
  ['2027-06-01T00:00Z\n', 'a line break'],
  ['1899-12-31T23:59:59Z', 'before 1900'],
  ['0001-01-01T00:00:00+14:00', 'year 0 in UTC'],
  ['1900-01-01T00:00:00+00:01', '1899 in UTC'],
  ['9999-12-31T23:59:59-12:00', 'year 10000 in UTC'],
  ['', 'nothing'],
  [1_800_000_000_000, 'a number'],
] as [unknown, string][])('%j is refused: %s', (value, _why) => {
  expect(parse(value)).toBeUndefined()
})

test.each(['2027-06-01T09:30 02:00', '2027-06-01T09:30:05.5 0200', '20270601T0930 02'])(
  '%s was +02 in a query that was not escaped: the message says %%2B',
  (text) => {
    expect(timestamp().safeParse(text).error!.issues[0]!.message).toMatch(/^must be .*; in a query .*%2B$/)
    expect(parse(text.replace(' ', '+'))).toBeDefined()
  },
)

test('every form of any minute is the same time', () => {
  const minutes = fc.integer({ min: -36_816_480, max: 4_223_371_679 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const time = new Date(minute * 60_000).toISOString()
      const short = `${time.slice(0, 16)}Z`
      const basic = short.replaceAll(/[-:]/g, '')
      for (const text of [time, short, basic, short.replace('Z', '+00')]) expect(parse(text)).toBe(time)
    }),
  )
})
