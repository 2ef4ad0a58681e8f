import type { replaceScreeningQuestions as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { auditRecorded } from '@jobboard/contracts/events/audit'
import { jobChanged } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { changeable } from '../domain/change.ts'
import { nextVersion } from '../domain/job.ts'
import { keepIds } from '../domain/screening-question.ts'
import { lockAnyJob, saveJob } from '../store/job.ts'
import { withIds } from '../store/screening-question.ts'
import { toEvent } from '../wire/job.ts'

/** Replaces a job's questions; unchanged ones keep their ids. Throws not_found, invalid_state (as PUT, D-23). */
export const replaceScreeningQuestions: Action<typeof endpoint> = ({
  commit,
  caller,
  params,
  body,
  requestId,
  now,
}) =>
  commit(async (sql) => {
    const before = changeable(await lockAnyJob(sql, params.jobId), now)
    const screeningQuestions = await withIds(sql, keepIds(before.screeningQuestions, body))
    const job = nextVersion(before, { screeningQuestions }, now)
    const event = toEvent(job, now)
    await saveJob(sql, job)
    await appendEvent(sql, jobChanged, event)
    await appendEvent(sql, auditRecorded('jobs'), {
      ...event,
      data: {
        actor: caller.kind === 'admin' ? caller.actor : caller.kind,
        action: 'replace-screening-questions',
        object: `job ${job.id}`,
        before: before.screeningQuestions,
        after: screeningQuestions,
        requestId,
        at: now.toISOString(),
      },
    })
    return { body: screeningQuestions }
  })
