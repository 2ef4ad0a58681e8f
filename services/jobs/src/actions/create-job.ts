import type { createJob as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { jobCreated } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/outbox'
import type { Action } from '@jobboard/service/route'
import { draft } from '../domain/change.ts'
import { toDetail, toEvent } from '../domain/to-wire.ts'
import { insertJob } from '../store/job.ts'

/** Spec §4.1: a new Draft. */
export const createJob: Action<typeof endpoint> = ({ commit, employerId, body, now }) =>
  commit(async (sql) => {
    const job = await insertJob(sql, employerId, draft(body), now)
    await appendEvent(sql, jobCreated, toEvent(job, now))
    return { body: toDetail(job, now) }
  })
