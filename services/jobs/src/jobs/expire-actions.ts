import { jobExpired } from '@jobboard/contracts/jobs/events'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import type { Log } from '@jobboard/service/lifecycle/log'
import { type Job, toEvent } from './job.ts'
import { expireDueJobs, listDueJobs } from './store.ts'

const BATCH = 200

/** D-25: expires up to 200 Active jobs whose expiryDate has passed, with one event each, in one transaction; when that
 * fails, each in one of its own, so that none stops another. Returns whether more jobs may be due. */
export async function expireJobs(db: Db, now: Date, log: Log): Promise<boolean> {
  const expireUpTo = (limit: number, id?: number) =>
    db.tx(async (sql) => {
      const jobs = await expireDue(sql, now, limit, id)
      if (jobs.length > 0) failpoint('expire-before-commit')
      return jobs.length
    })
  const expired = await expireUpTo(BATCH).catch(async () => {
    for (const jobId of await listDueJobs(db.sql, now, BATCH))
      await expireUpTo(1, jobId).catch((err: unknown) =>
        log.error({ err, jobId }, 'job not expired, retrying'),
      )
    return 0
  })
  if (expired > 0) failpoint('expire-after-commit')
  return expired > 0
}

/** Expires due jobs, or the one with this id, with one event each. */
export async function expireDue(sql: Tx, now: Date, limit: number, id?: number): Promise<Job[]> {
  const jobs = await expireDueJobs(sql, now, limit, id)
  const events = jobs.map((job) => toEvent(job, job.expiryDate!))
  await appendEvents(sql, jobExpired, events)
  return jobs
}
