import { jobExpired } from '@jobboard/contracts/jobs/events'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type Job, toEvent } from './job.ts'
import { expireDueJobs } from './store.ts'

const BATCH = 200

/** D-25: expires up to 200 Active jobs whose expiryDate has passed, with one event each, in one transaction.
 * Returns whether the batch was full, so that more jobs may be due. */
export async function expireJobs(db: Db, now: Date): Promise<boolean> {
  const expired = await db.tx(async (sql) => {
    const jobs = await expireDue(sql, now, BATCH)
    if (jobs.length > 0) failpoint('expire-before-commit')
    return jobs.length
  })
  if (expired > 0) failpoint('expire-after-commit')
  return expired === BATCH
}

/** Expires due jobs, or the one with this id, with one event each. */
export async function expireDue(sql: Tx, now: Date, limit: number, id?: number): Promise<Job[]> {
  const jobs = await expireDueJobs(sql, now, limit, id)
  const events = jobs.map((job) => toEvent(job, job.expiryDate!))
  await appendEvents(sql, jobExpired, events)
  return jobs
}
