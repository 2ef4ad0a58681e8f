import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { expect, test } from 'vitest'
import { bootJobs } from './support/setup.ts'

test.each([
  ['true', '2020-05-01T08:00:00.000Z'],
  ['false', undefined],
])(
  'DATED_CALLS=%s: a call that is signed with a time is of that time only where the service allows it',
  async (DATED_CALLS, at) => {
    const jobs = await bootJobs({ env: { DATED_CALLS } })
    try {
      const caller = {
        kind: 'recruiter',
        ...{ employerId: 1, userId: null, keyId: 1, scopes: ['JobPosting'] },
      } as const
      const signed = signCaller(TEST_CALLER_SECRET, caller, 60_000, new Date('2020-05-01T08:00:00Z'))
      const { body } = await client(jobs.url, { [CALLER_HEADER]: signed }).post('/api/v1/jobs', {
        title: 'Old',
      })
      const stored = (await jobs.recruiter(1).get(`/api/v1/jobs/${body.id}`)).body
      expect(stored.createdAt).toEqual(at ?? expect.not.stringContaining('2020'))
      const [event] = await jobs.deps.db.sql<{ at: string }>`
        select occurred_at::text as at from outbox where aggregate_id = ${String(body.id)} limit 1`
      if (at) expect(event?.at).toContain('2020-05-01')
      // Without a time it is that of the clock.
      const now = (await jobs.recruiter(1).post('/api/v1/jobs', { title: 'New' })).body
      expect(now.createdAt).not.toContain('2020')
    } finally {
      await jobs.stop()
    }
  },
)
