import { afterEach, expect, test, vi } from 'vitest'
import { type Caller, openReusedToken, signCaller, verifyCaller } from './caller.ts'

const SECRET = 's'.repeat(32)
const caller: Caller = { kind: 'service', service: 'jobs' }

afterEach(() => void vi.useRealTimers())

test('a token that was verified before expires like any other, 5 minutes late at most', () => {
  vi.useFakeTimers({ now: 0 })
  const token = signCaller(SECRET, caller, 60_000)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  vi.setSystemTime(359_999)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  vi.setSystemTime(360_000)
  expect(verifyCaller(SECRET, token)).toBeUndefined()
})

test('a token that was verified with one secret is not valid for another', () => {
  const token = signCaller(SECRET, caller)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  expect(verifyCaller('t'.repeat(32), token)).toBeUndefined()
})

test('a reused token is signed again after 30 s, long before it expires', () => {
  vi.useFakeTimers({ now: 0 })
  const token = openReusedToken(SECRET, caller)
  const first = token()
  vi.setSystemTime(29_999)
  expect(token()).toBe(first)
  vi.setSystemTime(30_000)
  expect(token()).not.toBe(first)
})
