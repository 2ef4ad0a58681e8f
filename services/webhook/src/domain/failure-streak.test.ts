import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continueStreak } from './failure-streak.ts'

test('the streak does not depend on how attempts are split into batches (D-54)', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(60), (results, split) => {
      const oneBatch = continueStreak(0, results)
      const first = continueStreak(0, results.slice(0, split))
      const twoBatches = first.disables
        ? first
        : continueStreak(first.consecutiveFailures, results.slice(split))
      expect(twoBatches).toEqual(oneBatch)
      const history = results.map((succeeded) => (succeeded ? 's' : 'f')).join('')
      expect(oneBatch.disables).toBe(history.includes('f'.repeat(10)))
    }),
  )
})
