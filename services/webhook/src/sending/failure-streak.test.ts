import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FailureCounter, updateCounter } from './failure-streak.ts'

const counter: FailureCounter = { id: 1, employerId: 2, status: 'Active', epoch: 3, consecutiveFailures: 0 }

/** The stored counter after attempts with these results. */
function after(stored: FailureCounter, results: boolean[]): FailureCounter {
  const update = updateCounter(
    stored,
    results.map((succeeded) => ({ epoch: 3, succeeded })),
  )
  if (!update) return stored
  const status = update.disabledReason === null ? 'Active' : 'Disabled'
  return { ...stored, status, consecutiveFailures: update.consecutiveFailures }
}

test('results in batches count as one sequence, and nothing counts after the tenth failure in a row (D-54)', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(60), (results, cut) => {
      const first = after(counter, results.slice(0, cut))
      expect(after(first, results.slice(cut))).toEqual(after(counter, results))
    }),
  )
  expect(after({ ...counter, consecutiveFailures: 9 }, [false, true])).toMatchObject({
    status: 'Disabled',
    consecutiveFailures: 10,
  })
})

test('a disabled subscription keeps its counter: attempts that end later neither reset it nor disable again', () => {
  const disabled: FailureCounter = { ...counter, status: 'Disabled', consecutiveFailures: 10 }
  expect(updateCounter(disabled, [{ epoch: 3, succeeded: false }])).toBeUndefined()
  expect(updateCounter(disabled, [{ epoch: 3, succeeded: true }])).toBeUndefined()
})
