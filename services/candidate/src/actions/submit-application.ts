import { applicationCreated } from '@jobboard/contracts/applications/events'
import { activityRecorded } from '@jobboard/contracts/candidates/events'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent, appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { fetchEmployerName } from '@jobboard/service/employer-names/employer-names'
import type { Reply } from '@jobboard/service/http/route'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Application } from '../domain/application.ts'
import {
  alreadyApplied,
  assertBelowCap,
  checkGates,
  isCapped,
  type Submission,
  utcDay,
} from '../domain/gates.ts'
import { assertOpen } from '../domain/job.ts'
import { fetchJob } from '../peers/job.ts'
import { insertApplication } from '../store/application.ts'
import { lockApplicant, saveLastActive } from '../store/candidate.ts'
import { countApply } from '../store/daily-apply.ts'
import { toActivityRecorded } from '../wire/activity.ts'
import { toApplicationCreated } from '../wire/application.ts'

/** The new application; `usedToday` includes it, and is 0 where no cap applies. */
export interface Submitted {
  application: Application
  usedToday: number
}

interface Request<Body> extends AuditContext {
  service: Deps
  commit(work: (sql: Tx) => Promise<Reply<Body>>): Promise<Reply<Body>>
}

/** Applies once, after the checks in the order of D-32; a refused apply stores nothing. An apply by the portal is audited.
 * Throws not_found, invalid_state, already_applied, consent_required, screening_incomplete, daily_apply_limit,
 * invalid_request, and rate_limited when the daily budget is used up. */
export async function submitApplication<Body>(
  request: Request<Body>,
  submission: Submission,
  toBody: (submitted: Submitted) => Body,
): Promise<Reply<Body>> {
  const { service, requestId, now, commit } = request
  const { candidateId, jobId, applicationType } = submission
  const job = await fetchJob(service, jobId, requestId)
  assertOpen(job, now)
  const employerName = job.employerName ?? (await fetchEmployerName(service, job.employerId, requestId))
  const isAiAssisted = isCapped(applicationType)
  const day = utcDay(now)

  const reply = await commit(async (sql) => {
    const applicant = await lockApplicant(sql, candidateId, { jobId, day })
    const screeningAnswers = checkGates(applicant, job, submission, now)

    const application = await insertApplication(sql, {
      candidateId,
      jobId,
      employerId: job.employerId,
      jobTitle: job.title,
      employerName,
      status: 'New',
      applicationType,
      isAiAssisted,
      coverLetter: submission.coverLetter || null,
      resumeUrl: submission.resumeUrl ?? null,
      screeningAnswers,
      appliedAt: now,
      updatedAt: now,
    })
    if (!application) throw alreadyApplied()
    const { lastActiveAt } = applicant.candidate
    if (now.getTime() - lastActiveAt.getTime() > ACTIVITY_STEP_SECONDS * 1_000) {
      const moved = await saveLastActive(sql, [[candidateId, now]], ACTIVITY_STEP_SECONDS)
      await appendEvents(sql, activityRecorded, moved.map(toActivityRecorded))
    }
    // Sent together. The count is last: it locks the day's row until the commit. A concurrent apply to the same job has
    // waited in `insertApplication` and gets 409, not 429.
    const [, usedToday] = await Promise.all([
      appendEvent(sql, applicationCreated, {
        aggregateId: application.id,
        aggregateVersion: 1,
        occurredAt: now,
        data: toApplicationCreated(application, job, applicant.candidate),
        ...(isAiAssisted ? { chargedTo: { kind: 'candidate', id: candidateId } as const } : {}),
      }),
      isAiAssisted ? countApply(sql, candidateId, day) : auditSubmission(sql, request, application),
    ])
    if (isAiAssisted) assertBelowCap(usedToday - 1, now)
    return { body: toBody({ application, usedToday }) }
  })

  failpoint('apply-after-commit')
  return reply
}

/** An apply by the portal; it does not count. */
async function auditSubmission(sql: Tx, context: AuditContext, application: Application): Promise<0> {
  const { id, candidateId, jobId, applicationType } = application
  await recordAudit(sql, context, {
    action: 'submit-application',
    entity: { type: 'application', id },
    before: null,
    after: { candidateId, jobId, applicationType },
  })
  return 0
}
