import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import { stateAfterAttempt } from './delivery.ts'

const start = new Date('2030-01-01T00:00:00.000Z')

test('attempts at 0, 60, 360, 1260, 4860, 26460, 112860 and 199260 s; the eighth failure dead-letters (D-51)', () => {
  const offsets: number[] = []
  let delivery = { failedAttempts: 0, isTest: false, dueAt: start, status: 'Pending' }
  while (delivery.status === 'Pending') {
    offsets.push((delivery.dueAt.getTime() - start.getTime()) / 1_000)
    const next = stateAfterAttempt(delivery, false, delivery.dueAt, WEBHOOK_RETRY_DELAYS_SECONDS)
    delivery = { ...delivery, ...next }
  }
  expect(offsets).toEqual([0, 60, 360, 1_260, 4_860, 26_460, 112_860, 199_260])
  expect(delivery).toMatchObject({ status: 'DeadLettered', failedAttempts: WEBHOOK_MAX_ATTEMPTS })
})

test('a success after seven failures ends the delivery', () => {
  const delivery = { failedAttempts: 7, isTest: false }
  const next = stateAfterAttempt(delivery, true, start, WEBHOOK_RETRY_DELAYS_SECONDS)
  expect(next).toMatchObject({ status: 'Succeeded', failedAttempts: 7 })
})

test('a test delivery is attempted once: failed it is Cancelled, never a dead letter (D-52)', () => {
  const next = stateAfterAttempt({ failedAttempts: 0, isTest: true }, false, start, [60])
  expect(next).toMatchObject({ status: 'Cancelled', failedAttempts: 1 })
})
