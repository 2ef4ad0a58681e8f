import { expect, test } from 'vitest'
import { bootJobs, DAY_MS } from './support/setup.ts'

test('Idempotency-Key: a repeat that looked before the first had committed is replayed, not refused (D-60)', async () => {
  const jobs = await bootJobs({ env: { DATABASE_POOL: '2' } })
  try {
    await jobs.grant(1, 100)
    for (let round = 0; round < 5; round++) {
      const id = await jobs.draft(1)
      const body = { expiryDate: jobs.inMs(DAY_MS) }
      const key = { 'idempotency-key': `round-${round}` }
      // One connection for all: every request has looked for an answer before the first one works.
      const gate = Promise.withResolvers<void>()
      const held = jobs.deps.db.tx(() => gate.promise)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => jobs.of(1).post(`/api/v1/jobs/${id}/publish`, body, key)),
      )
      gate.resolve()
      await held
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(9)
      expect(await jobs.debits(1)).toBe(round + 1)
    }
  } finally {
    await jobs.stop()
  }
})
