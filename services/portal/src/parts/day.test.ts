import { expect, test } from 'vitest'
import { dayOf, endOfDay } from './day.ts'

test('the end of a day in a zone, also on days on which the clocks change', () => {
  const ends = (day: string, zone: string) => endOfDay(day, zone)?.toISOString()
  expect(ends('2026-12-23', 'UTC')).toBe('2026-12-23T23:59:59.999Z')
  expect(ends('2026-12-23', 'Europe/Oslo')).toBe('2026-12-23T22:59:59.999Z')
  expect(ends('2026-12-23', 'Asia/Kathmandu')).toBe('2026-12-23T18:14:59.999Z')
  expect(ends('2026-12-23', 'America/St_Johns')).toBe('2026-12-24T03:29:59.999Z')
  expect(ends('2026-12-23', 'Pacific/Kiritimati')).toBe('2026-12-23T09:59:59.999Z')
  // Clocks go forward and back on these days.
  expect(ends('2026-03-29', 'Europe/Oslo')).toBe('2026-03-29T21:59:59.999Z')
  expect(ends('2026-10-25', 'Europe/Oslo')).toBe('2026-10-25T22:59:59.999Z')
  expect(ends('2024-02-29', 'UTC')).toBe('2024-02-29T23:59:59.999Z')
})

test('what is no day is none', () => {
  for (const day of [
    '',
    '2026-02-29',
    '2026-13-01',
    '23.12.2026',
    '2026-12-23T00:00',
    '+02026-12-1',
    'today',
  ]) {
    expect(endOfDay(day, 'UTC'), day).toBeUndefined()
  }
})

test('the day at a time is that of the zone', () => {
  const time = new Date('2026-12-31T23:30:00Z')
  expect([dayOf(time, 'UTC'), dayOf(time, 'Europe/Oslo')]).toEqual(['2026-12-31', '2027-01-01'])
})
