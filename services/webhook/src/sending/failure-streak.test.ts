import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continueStreak, type FailureCounter, updateCounter } from './failure-streak.ts'

const counter: FailureCounter = { id: 1, employerId: 2, status: 'Active', epoch: 3, consecutiveFailures: 0 }

test('results in batches count as one sequence, and nothing counts after the tenth failure in a row (D-54)', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(60), (results, cut) => {
      const whole = continueStreak(0, results)
      const first = continueStreak(0, results.slice(0, cut))
      const second = first.disables ? first : continueStreak(first.consecutiveFailures, results.slice(cut))
      expect(second).toEqual(whole)
    }),
  )
  expect(continueStreak(9, [false, true])).toEqual({ consecutiveFailures: 10, disables: true })
})

test('a disabled subscription keeps its counter: attempts that end later neither reset it nor disable again', () => {
  const disabled: FailureCounter = { ...counter, status: 'Disabled', consecutiveFailures: 10 }
  expect(updateCounter(disabled, [{ epoch: 3, succeeded: false }])).toBeUndefined()
  expect(updateCounter(disabled, [{ epoch: 3, succeeded: true }])).toBeUndefined()
})
