import { applicationCreated } from '@jobboard/contracts/applications/events'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { fetchEmployerName } from '@jobboard/service/employer-names/employer-names'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { moveLastActivity } from '../activity/actions.ts'
import { assertOpen, type Job } from '../jobs/job.ts'
import { fetchJob, type JobLookUps } from '../jobs/peers.ts'
import { lockApplicant } from '../profiles/store.ts'
import { type Application, toApplicationCreated } from './application.ts'
import { alreadyApplied, assertBelowCap, checkGates, isCapped, type Submission, utcDay } from './gates.ts'
import { countApply, insertApplication } from './store.ts'

/** The new application; `usedToday` includes it, and is 0 where no cap applies. */
export interface Submitted {
  application: Application
  usedToday: number
}

/** What an apply needs of a request. */
export interface Applying extends AuditContext {
  service: Deps<BaseEnv, JobLookUps>
}

export type OpenJob = Job & { employerName: string }

/** A job that takes applications, with the name of its employer. Throws not_found, invalid_state, unavailable. */
export async function findOpenJob(request: Applying, jobId: number): Promise<OpenJob> {
  const { service, requestId, now } = request
  const job = await fetchJob(request, jobId)
  assertOpen(job, now)
  const employerName = job.employerName ?? (await fetchEmployerName(service, job.employerId, requestId))
  return { ...job, employerName }
}

/** Submits one application, after the checks in the order of D-32; one that the candidate has not sent with a key is
 * audited. */
export async function submit(
  sql: Tx,
  context: AuditContext,
  job: OpenJob,
  submission: Submission,
): Promise<Submitted> {
  const { now } = context
  const { candidateId, jobId, applicationType } = submission
  const isAiAssisted = isCapped(applicationType)
  const day = utcDay(now)
  const applicant = await lockApplicant(sql, candidateId, { jobId, day })
  const screeningAnswers = checkGates(applicant, job, submission, now)

  const application = await insertApplication(sql, {
    candidateId,
    jobId,
    employerId: job.employerId,
    jobTitle: job.title,
    employerName: job.employerName,
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
    await moveLastActivity(sql, [[candidateId, now]])
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
    isAiAssisted ? countApply(sql, candidateId, day) : auditSubmission(sql, context, application),
  ])
  if (isAiAssisted) assertBelowCap(usedToday - 1, now)
  return { application, usedToday }
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
