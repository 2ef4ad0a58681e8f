import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLineSampler } from './connection-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('so many lines of each kind pass in a second; the number of the others is reported after it', () => {
  const reports: [number, number][] = []
  const sample = openLineSampler(3, (kind, omitted) => void reports.push([kind, omitted]))
  const passed = (kind: number, count: number) =>
    Array.from({ length: count }, () => sample(kind)).filter(Boolean)
  expect(passed(401, 10)).toHaveLength(3)
  expect(passed(404, 2)).toHaveLength(2)
  expect(reports).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(reports).toEqual([[401, 7]])
  expect(passed(401, 3)).toHaveLength(3)
  vi.advanceTimersByTime(1_000)
  expect(reports).toHaveLength(1)
})
