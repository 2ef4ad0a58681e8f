import { eventually } from '@jobboard/testkit/eventually'
import { expect } from 'vitest'
import { GRANTED, type People } from './people.ts'
import type { System } from './system.ts'
import type { Workload } from './workload.ts'

const WEBHOOK_WAIT_MS = 120_000

/** Checks that everything acknowledged is there exactly once, paid once, and arrived at the receiver. The workload
 * must be paused. */
export async function verifyNothingLost(
  { admin, receiver }: System,
  { employerId, employerKeys, jobIds }: People,
  { published, applied, moved, searches, unlocked }: Workload,
): Promise<void> {
  // A key that was not used for the last check.
  const employer = employerKeys[published.length % employerKeys.length]!
  const jobs = await employer.get('/api/v1/jobs?pageSize=1&status=Active')
  expect(jobs.body.total, 'active jobs').toBe(published.length + jobIds.length)
  const { body: credits } = await admin.get(`/admin/v1/employers/${employerId}/credits`)
  expect(credits.JobPosting, 'JobPosting credits').toBe(GRANTED - published.length - jobIds.length)
  expect(credits.CvSearch, 'CvSearch credits').toBe(GRANTED - searches)
  expect(credits.CvDownload, 'CvDownload credits').toBe(GRANTED - unlocked.size)

  const expected = [
    ...applied.map((id) => `${id} application.submitted`),
    ...moved.map((id) => `${id} application.status_changed`),
  ]
  await eventually(
    'every webhook has arrived',
    async () => expected.every((name) => receiver.eventIds.has(name)),
    WEBHOOK_WAIT_MS,
  )
  // One event per change, however often it was delivered.
  for (const name of expected) expect(receiver.eventIds.get(name)!.size, name).toBe(1)
  // The recruiter's lists, one call per job: within the limit of one key.
  const lists = await Promise.all(
    jobIds.map((id) =>
      eventually('a list of applications', async () => {
        const { status, body } = await employer.get(`/api/v1/jobs/${id}/applications?pageSize=1`)
        return status === 200 ? { total: Number(body.total) } : undefined
      }),
    ),
  )
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  expect(total, 'applications in the pipeline').toBe(applied.length)
}
