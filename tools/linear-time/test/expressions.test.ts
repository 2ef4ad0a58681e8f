import { expect, test } from 'vitest'
import { ExponentialTime, growthOf, worstInputs } from './support/growth.ts'

test('an expression that takes exponential time is found with a few characters (P-271)', () => {
  expect(() => worstInputs(String.raw`/^(?:-+\s*)+a$/`)).toThrow(ExponentialTime)
})

test('an expression that the detector misses is found to take longer (P-271)', () => {
  expect(growthOf(String.raw`/\b(ignor\w*|disregard\w*|forget)\b.*\b(instruct\w*|rules?)\b/`)).toBeDefined()
})
