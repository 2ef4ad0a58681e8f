import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAttempt, countStreak } from './outcome.ts'

const start = new Date('2030-01-01T00:00:00.000Z')

test('failures at 0, 60, 360, 1260, 4860, 26460, 112860 and 199260 s; the eighth dead-letters (D-51)', () => {
  const offsets: number[] = []
  let delivery = { failedAttempts: 0, isTest: false, dueAt: start, status: 'Pending' }
  while (delivery.status === 'Pending') {
    offsets.push((delivery.dueAt.getTime() - start.getTime()) / 1_000)
    delivery = { ...delivery, ...afterAttempt(delivery, false, delivery.dueAt, WEBHOOK_RETRY_DELAYS_SECONDS) }
  }
  expect(offsets).toEqual([0, 60, 360, 1_260, 4_860, 26_460, 112_860, 199_260])
  expect(delivery).toMatchObject({ status: 'DeadLettered', failedAttempts: WEBHOOK_MAX_ATTEMPTS })
})

test('a success at any time ends it', () => {
  const next = afterAttempt({ failedAttempts: 7, isTest: false }, true, start, WEBHOOK_RETRY_DELAYS_SECONDS)
  expect(next).toMatchObject({ status: 'Succeeded', failedAttempts: 7 })
})

test('a test is tried once', () => {
  expect(afterAttempt({ failedAttempts: 0, isTest: true }, false, start, [60]).status).toBe('DeadLettered')
})

test('however outcomes are cut into batches, the streak is the same (D-54)', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(60), (outcomes, cut) => {
      const whole = countStreak(0, outcomes)
      const first = countStreak(0, outcomes.slice(0, cut))
      const parts = first.disabled ? first : countStreak(first.consecutiveFailures, outcomes.slice(cut))
      expect(parts).toEqual(whole)
      expect(whole.disabled).toBe(
        outcomes
          .map((ok) => (ok ? 's' : 'f'))
          .join('')
          .includes('f'.repeat(10)),
      )
    }),
  )
})
