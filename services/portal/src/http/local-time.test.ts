import { expect, test } from 'vitest'
import { dayOf, endOfDay, knownZone, toLocal, toMoment } from './local-time.ts'

test.each([
  ['2026-01-15T09:00', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
  ['2026-07-15T09:00', 'Europe/Berlin', '2026-07-15T07:00:00.000Z'],
  ['2026-01-01T00:30', 'Asia/Kolkata', '2025-12-31T19:00:00.000Z'],
  ['2026-12-31T23:59:59', 'Pacific/Auckland', '2026-12-31T10:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-01T00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
  ['2026-02-01T12:00', 'UTC', '2026-02-01T12:00:00.000Z'],
])('%s in %s is %s, and back', (local, zone, utc) => {
  const moment = toMoment(local, zone)
  expect(moment?.toISOString()).toBe(utc)
  expect(toLocal(moment!, zone)).toBe(local.slice(0, 16))
})

test('a time that the clocks repeat is one of the two, one that they skip is a time beside it', () => {
  expect(['00', '01']).toContain(toMoment('2026-10-25T02:30', 'Europe/Berlin')!.toISOString().slice(11, 13))
  expect(['00', '01']).toContain(toMoment('2026-03-29T02:30', 'Europe/Berlin')!.toISOString().slice(11, 13))
})

test('what is empty is no moment, what is none is null, and an unknown zone is the other one', () => {
  expect(toMoment('', 'UTC')).toBeUndefined()
  for (const typed of [
    'yesterday',
    '2026-13-01T00:00',
    '2026-01-01',
    '2026-01-01T00:00Z',
    '9'.repeat(1_000),
  ]) {
    expect(toMoment(typed, 'UTC'), typed).toBeNull()
  }
  expect(knownZone('Mars/Olympus', 'UTC')).toBe('UTC')
  expect(knownZone('x'.repeat(10_000), 'UTC')).toBe('UTC')
  expect(knownZone('Europe/Oslo', 'UTC')).toBe('Europe/Oslo')
})

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
