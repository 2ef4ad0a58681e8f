import { requestsPerMinute } from '@jobboard/contracts/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSlidingLog, windowNameSchema } from './sliding-log.ts'

test('no 60 s hold more than the limit, and a refusal states exactly when the next request is admitted', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(pauses, (pausesMs) => {
      let now = 0
      const log = openSlidingLog(() => now)
      const admittedAtMs: number[] = []
      for (const pauseMs of pausesMs) {
        now += pauseMs
        const inWindow = admittedAtMs.filter((at) => at > now - 60_000)
        const decision = log.take('recruiter:1/search')
        expect(decision.ok).toBe(inWindow.length < requestsPerMinute.search)
        if (decision.ok) {
          admittedAtMs.push(now)
          expect(decision.remaining).toBe(requestsPerMinute.search - inWindow.length - 1)
        } else expect(decision.retryAfterMs).toBe(inWindow[0]! + 60_000 - now)
      }
    }),
    { numRuns: 100 },
  )
})

test('keys and families have windows of their own; a window without requests for 60 s is deleted', () => {
  let now = 0
  const log = openSlidingLog(() => now)
  for (let i = 0; i < requestsPerMinute.search; i++) log.take('recruiter:1/search')
  expect(log.take('recruiter:1/search')).toMatchObject({ ok: false })
  expect(log.take('recruiter:1/candidates')).toMatchObject({ ok: true })
  expect(log.take('candidate:1/search')).toMatchObject({ ok: true })
  expect(log.sweep()).toBe(3)
  now = 60_000
  expect(log.sweep()).toBe(0)
})

test('a request counts once, whether its owner responds before or after it handed the window over', () => {
  const log = openSlidingLog(() => 0)
  expect(log.merge('recruiter:1/search', [{ id: 7, atMs: 0 }])).toBe(1)
  log.append('recruiter:1/search', 7)
  log.append('recruiter:1/search', 8)
  expect(log.merge('recruiter:1/search', [{ id: 8, atMs: 0 }])).toBe(0)
  expect(log.count('recruiter:1/search')).toBe(2)
})

test('a window name that another member sends must end in a limit family', () => {
  const isAccepted = (name: string) => windowNameSchema.safeParse(name).success
  expect(['recruiter:1/jobs', 'candidate:7/me'].every(isAccepted)).toBe(true)
  expect(['recruiter:1/unknown', 'recruiter:1', 'recruiter:1/__proto__', ''].some(isAccepted)).toBe(false)
})
