import type { updateJob as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { jobChanged } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { change } from '../domain/change.ts'
import { lockJob, saveJob } from '../store/job.ts'
import { toChargedEvent, toDetail } from '../wire/job.ts'

/** D-23; a patch that changes nothing stores nothing and publishes nothing.
 * Throws not_found, precondition_failed, invalid_state, and rate_limited when the daily budget is used up (P-280). */
export const updateJob: Action<typeof endpoint> = ({ commit, employerId, params, body, headers, now }) =>
  commit(async (sql) => {
    const before = await lockJob(sql, employerId, params.id)
    checkMatch(headers, toDetail(before, now))
    const job = change(before, body, now)
    if (job.version !== before.version) {
      await saveJob(sql, job)
      await appendEvent(sql, jobChanged, toChargedEvent(job, now))
    }
    const detail = toDetail(job, now)
    return { body: detail, headers: { etag: etagOf(detail) } }
  })
