import type { createJob as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { jobCreated } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { draft, tooManyUnpublished } from '../domain/change.ts'
import { insertJob } from '../store/job.ts'
import { toChargedEvent, toDetail } from '../wire/job.ts'

/** Spec §4.1: a new Draft. Throws invalid_state at the limit of P-285, and rate_limited when the daily budget is used up
 * (P-280). */
export const createJob: Action<typeof endpoint> = ({ commit, employerId, body, now }) =>
  commit(async (sql) => {
    const job = await insertJob(sql, employerId, draft(body), now)
    if (!job) throw tooManyUnpublished()
    await appendEvent(sql, jobCreated, toChargedEvent(job, now))
    return { body: toDetail(job, now) }
  })
