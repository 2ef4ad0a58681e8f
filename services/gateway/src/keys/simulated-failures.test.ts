import { expect, test } from 'vitest'
import { openSimulatedFailures } from './simulated-failures.ts'

test('keys beyond the limit take the place of those that asked first: memory is bounded', () => {
  const failures = openSimulatedFailures(() => 0, 3)
  for (const keyId of [1, 2, 1, 3, 4]) failures.set(keyId, { status: 503, path: '/', times: 5 })
  expect([1, 2, 3, 4].map((keyId) => failures.take(keyId, '/'))).toEqual([503, undefined, 503, 503])
})
