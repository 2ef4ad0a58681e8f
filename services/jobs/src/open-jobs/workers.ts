import { setTimeout as pause, setImmediate as yieldToRequests } from 'node:timers/promises'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { Log } from '@jobboard/service/lifecycle/log'
import { JOB_CHANNEL, listAnyJobs } from '../jobs/store.ts'
import { termsOf } from './search.ts'
import { type ActiveJob, listQueuedJobs, removeActiveJobs, saveActiveJobs, takeQueuedJobs } from './store.ts'

/** After this, the changes of a process that crashed right after its commit are found by another. */
const POLL_MS = 5_000
/** Collects the changes of a busy moment into one transaction. */
const COLLECT_MS = 200

/** Makes changed jobs findable by candidates within 2 s: woken by each commit of `saveJob` in this process. */
export const listActiveJobsWorker: Worker = async ({ db, log }) =>
  startLoop({
    async step(loop) {
      let moreQueued = true
      while (moreQueued && !loop.isStopping)
        moreQueued = await listActiveJobs(db).catch(() => listOneByOne(db, log))
      await loop.sleep(POLL_MS)
      if (!loop.isStopping) await pause(COLLECT_MS)
      return 0
    },
    subscribe: (wake) => db.listen(JOB_CHANNEL, wake),
    onError: (error) => log.error({ err: error }, 'listing active jobs failed'),
    retryMs: POLL_MS,
  })

// Of the longest descriptions, 10,000 words each: a batch must fit the time-out of a statement.
const BATCH = 20
const QUEUE_LENGTH = 1_000

/** A job that cannot be listed stays in the queue and delays no other. */
async function listOneByOne(db: Db, log: Log): Promise<false> {
  for (const jobId of await listQueuedJobs(db.sql, QUEUE_LENGTH))
    await listActiveJobs(db, jobId).catch((err: unknown) =>
      log.error({ err, jobId }, 'job not listed, retrying'),
    )
  return false
}

/** Makes up to 20 changed jobs findable as they are now, or removes them, or the one with this id, in one transaction.
 * Returns whether more may wait. */
async function listActiveJobs(db: Db, jobId?: number): Promise<boolean> {
  return db.tx(async (sql) => {
    const ids = await takeQueuedJobs(sql, BATCH, jobId)
    if (ids.length === 0) return false
    // A later statement than the one that took them: it reads at least the change that queued each.
    const jobs = await listAnyJobs(sql, ids)
    const active: ActiveJob[] = []
    const ended: number[] = []
    for (const job of jobs) {
      const { id, status, postedDate } = job
      if (status !== 'Active') ended.push(id)
      else active.push({ id, postedAt: postedDate!, terms: termsOf({ ...job, postedDate: postedDate! }) })
      // The longest descriptions of one batch are 2 MB.
      await yieldToRequests()
    }
    if (active.length > 0) await saveActiveJobs(sql, active)
    if (ended.length > 0) await removeActiveJobs(sql, ended)
    failpoint('list-active-jobs-before-commit')
    return true
  })
}
