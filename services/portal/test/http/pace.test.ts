import { expect, test } from 'vitest'
import { MAX_REQUESTS_PER_MINUTE, openPace } from '../../src/http/pace.ts'

test('a session has so many requests in a minute, whatever others send (P-446)', () => {
  let nowMs = 0
  const pace = openPace(() => nowMs)
  const send = (session: number, count: number) => Array.from({ length: count }, () => pace.admits(session))
  expect(send(1, MAX_REQUESTS_PER_MINUTE).every(Boolean)).toBe(true)
  expect([pace.admits(1), pace.admits(2)]).toEqual([false, true])
  nowMs = 60_000
  expect(pace.admits(1)).toBe(true)
})
