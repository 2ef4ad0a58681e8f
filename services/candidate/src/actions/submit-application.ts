import type { Input } from '@jobboard/contracts/endpoint'
import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Reply } from '@jobboard/service/http/route'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type Application, toApplicationCreated } from '../domain/application.ts'
import { alreadyApplied, assertBelowCap, assertConsent, utcDay } from '../domain/gates.ts'
import { assertOpen } from '../domain/job.ts'
import { type Answer, answersTo } from '../domain/screening.ts'
import { getEmployerName } from '../peers/employer.ts'
import { getJob } from '../peers/job.ts'
import { noteActivity } from '../store/activity.ts'
import { hasApplied, insertApplication } from '../store/application.ts'
import { getCandidate } from '../store/candidate.ts'
import { lockDailyApplies, saveDailyApplies } from '../store/daily-apply.ts'

/** What somebody submits, whichever way. Applies through the API are the AI-assisted ones, and the only ones capped. */
export interface Submission {
  candidateId: number
  jobId: number
  applicationType: Application['applicationType']
  coverLetter?: string | null | undefined
  resumeUrl?: string | null | undefined
  screeningAnswers?: Answer[] | null | undefined
}

/** The new application; `usedToday` counts this one, and stays 0 where there is no cap. */
export interface Submitted {
  application: Application
  usedToday: number
}

interface Request<Body> {
  service: Deps
  requestId: string
  now: Date
  commit(work: (sql: Tx) => Promise<Reply<Body>>): Promise<Reply<Body>>
}

type HandOver = Input<typeof receiveApplication>['body']

const HAND_OVER_MS = 300

/** Applies once, behind the gates in the order of D-32: a refused try leaves nothing. `more` writes what else belongs to it
 * and answers. Throws not_found, invalid_state, already_applied, consent_required, screening_incomplete,
 * daily_apply_limit, invalid_request. */
export async function submitApplication<Body>(
  { service, requestId, now, commit }: Request<Body>,
  submission: Submission,
  more: (sql: Tx, submitted: Submitted) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const { candidateId, jobId, applicationType } = submission
  const job = await getJob(service, jobId, requestId)
  assertOpen(job, now)
  const employerName = await getEmployerName(service, job.employerId, requestId)
  const isAiAssisted = applicationType === 'Api'
  const day = utcDay(now)
  let handOver: HandOver | undefined

  const reply = await commit(async (sql) => {
    const candidate = await getCandidate(sql, candidateId)
    // Locked before the other gates, so that of two applies to one job the second sees the first and gets 409, not 429.
    const used = isAiAssisted ? await lockDailyApplies(sql, candidateId, day) : 0
    if (await hasApplied(sql, candidateId, jobId)) throw alreadyApplied()
    assertConsent(candidate, now)
    const screeningAnswers = answersTo(job.screeningQuestions, submission.screeningAnswers ?? [])
    if (isAiAssisted) assertBelowCap(used, now)

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
    const usedToday = isAiAssisted ? used + 1 : 0
    if (isAiAssisted) await saveDailyApplies(sql, candidateId, day, usedToday)
    const data = toApplicationCreated(application, job, candidate)
    const eventId = await appendEvent(sql, applicationCreated, {
      aggregateId: application.id,
      aggregateVersion: 1,
      occurredAt: now,
      data,
    })
    handOver = { eventId, occurredAt: now.toISOString(), data }
    return more(sql, { application, usedToday })
  })

  failpoint('apply-after-commit')
  noteActivity(service, candidateId, now)
  if (handOver) await tell(service, handOver, requestId)
  return reply
}

/** Hands the event over at once, so that the recruiter can read the application; the outbox does it anyway. */
async function tell({ call, log }: Deps, body: HandOver, requestId: string): Promise<void> {
  try {
    await call(receiveApplication, { body }, { timeoutMs: HAND_OVER_MS, requestId })
  } catch (error) {
    log.warn({ err: error, requestId }, 'application not handed over; its event will do it')
  }
}
