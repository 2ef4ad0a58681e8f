import { setTimeout as pause } from 'node:timers/promises'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import { listActiveJobs } from '../actions/list-active-jobs.ts'
import { hasQueuedJob } from '../store/active-job.ts'
import { JOB_CHANNEL } from '../store/job.ts'

/** After this, the changes of a process that crashed right after its commit are found by another. */
const POLL_MS = 5_000
/** Collects the changes of a busy moment into one transaction. */
const COLLECT_MS = 200

/** Makes changed jobs findable by candidates within 2 s (P-127): woken by each commit of `saveJob` in this process. */
export const listActiveJobsWorker: Worker = async ({ db, log }) => {
  const { wake, sleep } = wakeableSleep()
  const unlisten = db.listen(JOB_CHANNEL, wake)
  let stopping = false

  async function listAll(): Promise<void> {
    let moreQueued = await hasQueuedJob(db.sql)
    while (moreQueued && !stopping) moreQueued = await listActiveJobs(db)
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await listAll().catch((error: unknown) => log.error({ err: error }, 'listing active jobs failed'))
      if (!stopping) await sleep(POLL_MS)
      if (!stopping) await pause(COLLECT_MS)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping = true
      unlisten()
      wake()
      await running
    },
  }
}
