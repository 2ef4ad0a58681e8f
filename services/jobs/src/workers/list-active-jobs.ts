import { setTimeout as pause } from 'node:timers/promises'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/define'
import { listActiveJobs } from '../actions/list-active-jobs.ts'
import { hasQueuedJob } from '../store/active-job.ts'
import { JOB_CHANNEL } from '../store/job.ts'

/** After this, the changes of a process that crashed right after its commit are found by another. */
const POLL_MS = 5_000
/** Collects the changes of a busy moment into one transaction. */
const COLLECT_MS = 200

/** Makes changed jobs findable by candidates within 2 s: woken by each commit of `saveJob` in this process. */
export const listActiveJobsWorker: Worker = async ({ db, log }) =>
  startLoop({
    async step(loop) {
      let moreQueued = await hasQueuedJob(db.sql)
      while (moreQueued && !loop.isStopping) moreQueued = await listActiveJobs(db)
      await loop.sleep(POLL_MS)
      if (!loop.isStopping) await pause(COLLECT_MS)
      return 0
    },
    subscribe: (wake) => db.listen(JOB_CHANNEL, wake),
    onError: (error) => log.error({ err: error }, 'listing active jobs failed'),
    retryMs: POLL_MS,
  })
