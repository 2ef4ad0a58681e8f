import type { replaceScreeningQuestions as endpoint } from '@jobboard/contracts/jobs/endpoints'
import { jobChanged } from '@jobboard/contracts/jobs/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { changeable } from '../domain/change.ts'
import { nextVersion } from '../domain/job.ts'
import { keepIds } from '../domain/screening-question.ts'
import { lockAnyJob, saveJob } from '../store/job.ts'
import { withIds } from '../store/screening-question.ts'
import { toEvent } from '../wire/job.ts'

/** Replaces a job's questions; unchanged ones keep their ids. Throws not_found, invalid_state (D-23, as PUT). */
export const replaceScreeningQuestions: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = changeable(await lockAnyJob(sql, params.jobId), now)
    const screeningQuestions = await withIds(sql, keepIds(before.screeningQuestions, body))
    const job = nextVersion(before, { screeningQuestions }, now)
    await saveJob(sql, job)
    await appendEvent(sql, jobChanged, toEvent(job, now))
    await recordAudit(sql, context, {
      action: 'replace-screening-questions',
      entity: { type: 'job', id: job.id },
      before: before.screeningQuestions,
      after: screeningQuestions,
    })
    return { body: screeningQuestions }
  })
