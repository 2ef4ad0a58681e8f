import type { createJob as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { jobCreated } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { draft } from '../domain/change.ts'
import { insertJob } from '../store/job.ts'
import { toDetail, toEvent } from '../wire/job.ts'

/** Spec §4.1: a new Draft. */
export const createJob: Action<typeof endpoint> = ({ commit, employerId, body, now }) =>
  commit(async (sql) => {
    const job = await insertJob(sql, employerId, draft(body), now)
    await appendEvent(sql, jobCreated, toEvent(job, now))
    return { body: toDetail(job, now) }
  })
