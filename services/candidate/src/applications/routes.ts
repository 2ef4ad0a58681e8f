import { applicationCreated } from '@jobboard/contracts/applications/events'
import * as endpoints from '@jobboard/contracts/applications/own'
import { ACTIVITY_STEP_SECONDS, APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { fetchEmployerName } from '@jobboard/service/employer-names/employer-names'
import { withEtag } from '@jobboard/service/http/etag'
import { type Context, type Reply, type Route, route } from '@jobboard/service/http/route'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { moveLastActivity, type PendingActivity } from '../activity/actions.ts'
import { own } from '../activity/routes.ts'
import { assertOpen, assertVisible, type Job } from '../jobs/job.ts'
import { fetchJob, type JobLookUps } from '../jobs/peers.ts'
import { getApplicant, lockApplicant } from '../profiles/store.ts'
import { lockRoom } from '../sandbox/store.ts'
import { type Application, toApplicationCreated, toOwnApplication } from './application.ts'
import { alreadyApplied, assertBelowCap, checkGates, isCapped, type Submission, utcDay } from './gates.ts'
import { withdrawInPipeline } from './peers.ts'
import { countApply, getApplication, insertApplication, listApplications, saveStatus } from './store.ts'

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

interface Request<Body> extends Applying {
  commit(work: (sql: Tx) => Promise<Reply<Body>>): Promise<Reply<Body>>
}

/** Applies once; an apply by the portal is audited. */
async function submitApplication<Body>(
  request: Request<Body>,
  submission: Submission,
  toBody: (submitted: Submitted) => Body,
): Promise<Reply<Body>> {
  const job = await findOpenJob(request, submission.jobId)
  const reply = await request.commit(async (sql) => {
    if (job.sandboxId !== null) await lockRoom(sql, job.sandboxId, { applications: 1 })
    return { body: toBody(await submit(sql, request, job, submission)) }
  })
  failpoint('apply-after-commit')
  return reply
}

const apply = route<typeof endpoints.apply, BaseEnv, JobLookUps>(
  endpoints.apply,
  async (context) =>
    submitApplication(context, ownSubmission(context), ({ application, usedToday }) => ({
      isAiAssisted: true,
      aiAppliesUsedToday: usedToday,
      aiAppliesLimitPerDay: APPLIES_PER_DAY,
      application: toOwnApplication(application),
    })),
  // The same checks in the same order.
  async (context) => {
    const { candidateId, body, now, read } = context
    const job = await fetchJob(context, body.jobId)
    assertOpen(job, now)
    const applyKey = { jobId: body.jobId, day: utcDay(now) }
    const applicant = await read((sql) => getApplicant(sql, candidateId, applyKey))
    checkGates(applicant, job, ownSubmission(context), now)
    return { dailyApplies: { used: applicant.usedBefore, limit: APPLIES_PER_DAY } }
  },
)

function ownSubmission({ candidateId, body }: Pick<Context<typeof endpoints.apply>, 'candidateId' | 'body'>) {
  return { ...body, candidateId, applicationType: 'Api' as const }
}

const submitForCandidate = route<typeof endpoints.submitApplication, BaseEnv, JobLookUps>(
  endpoints.submitApplication,
  (context) =>
    submitApplication(context, { ...context.body, jobId: context.params.jobId }, ({ application }) => {
      const { candidateId, applicationType, isAiAssisted } = application
      return { ...toOwnApplication(application), candidateId, applicationType, isAiAssisted }
    }),
)

/** Pipeline decides, so a move by the employer at the same moment comes before it or is refused. What it decided
 * is stored here at once; its event stores the same. */
const withdrawOwnApplication = own(endpoints.withdrawOwnApplication, async (context) => {
  const { service, sql, caller, candidateId, params, requestId, commit } = context
  if (caller.kind !== 'candidate') throw new Error(`a ${caller.kind} cannot withdraw an application`)
  const { keyId } = caller
  await getApplication(sql, candidateId, params.id)
  const withdrawn = await withdrawInPipeline(service, { candidateId, keyId, id: params.id }, requestId)
  failpoint('withdraw-after-pipeline')
  return commit(async (tx) => {
    await saveStatus(tx, withdrawn)
    return { body: toOwnApplication(await getApplication(tx, candidateId, params.id)) }
  })
})

/** Applies by a candidate's key (Spec §4.3, D-32..D-35) and by the portal, and the own applications of a candidate. */
export const applicationRoutes: Route<BaseEnv, PendingActivity & JobLookUps>[] = [
  apply,
  submitForCandidate,
  own(endpoints.listOwnApplications, async ({ sql, candidateId, query }) => {
    const page = await listApplications(sql, candidateId, query)
    return { body: { ...page, items: page.items.map(toOwnApplication) } }
  }),
  own(endpoints.getOwnApplication, async ({ sql, candidateId, params, headers }) =>
    withEtag(headers, toOwnApplication(await getApplication(sql, candidateId, params.id))),
  ),
  withdrawOwnApplication,
  own<typeof endpoints.listScreeningQuestions, JobLookUps>(
    endpoints.listScreeningQuestions,
    async (context) => {
      const job = await fetchJob(context, context.params.jobId)
      assertVisible(job)
      return { body: job.screeningQuestions }
    },
  ),
]
