import { expect, test } from 'vitest'
import { classOf, DURATION_CLASSES, percentile } from './stats.ts'

const countsOf = (durations: number[]) => {
  const counts = Array.from({ length: DURATION_CLASSES }, () => 0)
  for (const duration of durations) counts[classOf(duration)]! += 1
  return counts
}

test('every duration of an attempt, 0 to 10 s, is told to within 10 % and 1 ms', () => {
  for (let ms = 0; ms <= 10_000; ms++) {
    const told = percentile(countsOf([ms]), 0.5)!
    expect(Math.abs(told - ms), `${ms} ms`).toBeLessThanOrEqual(1 + ms * 0.1)
  }
})

test('what takes longer than an attempt can is in the last class', () => {
  expect(classOf(3_600_000)).toBe(DURATION_CLASSES - 1)
})

test('a percentile is the duration that this share did not exceed; of nothing it is null', () => {
  const durations = [...Array.from({ length: 94 }, () => 100), ...Array.from({ length: 6 }, () => 5_000)]
  const counts = countsOf(durations)
  expect(percentile(counts, 0.5)).toBeGreaterThan(90)
  expect(percentile(counts, 0.5)).toBeLessThan(110)
  expect(percentile(counts, 0.94)).toBeLessThan(110)
  expect(percentile(counts, 0.95)).toBeGreaterThan(4_500)
  expect(percentile(countsOf([]), 0.5)).toBeNull()
})
