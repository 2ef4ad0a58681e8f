import { afterEach, expect, test, vi } from 'vitest'
import { type Caller, dateOfCall, openReusedToken, signCaller, verifyCaller } from './caller.ts'

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

test('the time of a call is signed with its caller', () => {
  const at = new Date('2020-05-01T08:00:00Z')
  const token = signCaller(SECRET, caller, 60_000, at)
  expect([verifyCaller(SECRET, token), dateOfCall(SECRET, token)]).toEqual([caller, at])
  expect(dateOfCall('t'.repeat(32), token)).toBeUndefined()
  expect(dateOfCall(SECRET, signCaller(SECRET, caller))).toBeUndefined()
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
