import { expect, test } from 'vitest'
import { bootJobs, DAY_MS } from './support/setup.ts'

test('Idempotency-Key: a repeat that found no stored response before the first committed is replayed, not rejected (D-60)', async () => {
  const jobs = await bootJobs({ env: { DATABASE_POOL: '2' } })
  try {
    await jobs.grant(1, 100)
    for (let round = 0; round < 5; round++) {
      const id = await jobs.createDraft(1)
      const body = { expiryDate: jobs.inMs(DAY_MS) }
      const key = { 'idempotency-key': `round-${round}` }
      // With one free connection, every request looks for a stored response before a transaction starts.
      const gate = Promise.withResolvers<void>()
      const held = jobs.deps.db.tx(() => gate.promise)
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => jobs.recruiter(1).post(`/api/v1/jobs/${id}/publish`, body, key)),
      )
      gate.resolve()
      await held
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(
        9,
      )
      expect(await jobs.debits(1)).toBe(round + 1)
    }
  } finally {
    await jobs.stop()
  }
})
