import type { closeJob as endpoint } from '@jobboard/contracts/jobs/endpoints'
import { jobClosed } from '@jobboard/contracts/jobs/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { close } from '../domain/change.ts'
import { lockJob, saveJob } from '../store/job.ts'
import { toEvent } from '../wire/job.ts'

/** D-24: closes a job, with one event however often it is called. The row lock serializes it with expiry.
 * Throws not_found. */
export const closeJob: Action<typeof endpoint> = ({ commit, employerId, params, now }) =>
  commit(async (sql) => {
    const job = close(await lockJob(sql, employerId, params.id), now)
    if (!job) return {}
    await saveJob(sql, job)
    await appendEvent(sql, jobClosed, toEvent(job, now))
    return {}
  })
