import type * as endpoints from '@jobboard/contracts/jobs/endpoints'
import { jobChanged, jobCreated } from '@jobboard/contracts/jobs/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { change, draft, tooManyUnpublished } from '../domain/change.ts'
import { keepIds } from '../domain/screening-question.ts'
import { insertJob, lockJob, saveJob } from '../store/job.ts'
import { withIds } from '../store/screening-question.ts'
import { toChargedEvent, toDetail } from '../wire/job.ts'

/** Spec §4.1: a new Draft. Throws invalid_request, invalid_state at the limit of jobs, and rate_limited when the daily budget is used up. */
export const createJob: Action<typeof endpoints.createJob> = ({ commit, employerId, body, now }) =>
  commit(async (sql) => {
    const screeningQuestions = body.screeningQuestions && (await withIds(sql, body.screeningQuestions))
    const job = await insertJob(sql, employerId, draft({ ...body, screeningQuestions }), now)
    if (!job) throw tooManyUnpublished()
    await appendEvent(sql, jobCreated, toChargedEvent(job, now))
    return { body: toDetail(job, now) }
  })

/** D-23; a patch that changes nothing stores nothing and publishes nothing.
 * Throws not_found, precondition_failed, invalid_state, invalid_request, and rate_limited when the daily budget is used up. */
export const updateJob: Action<typeof endpoints.updateJob> = ({
  commit,
  employerId,
  params,
  body,
  headers,
  now,
}) =>
  commit(async (sql) => {
    const before = await lockJob(sql, employerId, params.id)
    checkMatch(headers, toDetail(before, now))
    const wanted = body.screeningQuestions && keepIds(before.screeningQuestions, body.screeningQuestions)
    const screeningQuestions = wanted && (await withIds(sql, wanted))
    const job = change(before, { ...body, screeningQuestions }, now)
    if (job.version !== before.version) {
      await saveJob(sql, job)
      await appendEvent(sql, jobChanged, toChargedEvent(job, now))
    }
    const detail = toDetail(job, now)
    return { body: detail, headers: { etag: etagOf(detail) } }
  })
