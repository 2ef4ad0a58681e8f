import { expect, test } from 'vitest'
import { startLoop } from './loop.ts'

const NEVER_MS = 3_600_000

/** Pairs of a promise and its resolver, one for each step. */
function gates(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<void>())
}

test('a wake-up ends the pause, and one during a step leaves out the pause after it', async () => {
  const begun = gates(3)
  let steps = 0
  const loop = startLoop({
    async step() {
      begun[steps++]!.resolve()
      if (steps === 2) loop.wake()
      return NEVER_MS
    },
    onError() {},
    retryMs: NEVER_MS,
  })
  await begun[0]!.promise
  loop.wake()
  await begun[2]!.promise
  await loop.stop()
  expect(steps).toBe(3)
})

test('a step that throws is reported, and the next one follows after retryMs', async () => {
  const again = Promise.withResolvers<void>()
  const errors: unknown[] = []
  let steps = 0
  const loop = startLoop({
    async step() {
      if (++steps === 1) throw new Error('first')
      again.resolve()
      return NEVER_MS
    },
    onError: (error) => void errors.push(error),
    retryMs: 1,
  })
  await again.promise
  await loop.stop()
  expect(errors).toEqual([new Error('first')])
})

test('stop aborts the signal, waits for the step in flight and begins no other', async () => {
  const [begun, released] = gates(2) as [PromiseWithResolvers<void>, PromiseWithResolvers<void>]
  let steps = 0
  let isUnsubscribed = false
  const loop = startLoop({
    async step({ signal }) {
      steps++
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      begun.resolve()
      await Promise.all([aborted, released.promise])
      return 0
    },
    subscribe: () => () => {
      isUnsubscribed = true
    },
    onError() {},
    retryMs: NEVER_MS,
  })
  await begun.promise
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  await new Promise(setImmediate)
  expect({ isStopped, isUnsubscribed }).toEqual({ isStopped: false, isUnsubscribed: true })
  released.resolve()
  await stopped
  expect(steps).toBe(1)
})
