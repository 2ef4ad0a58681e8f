import { ApiError, notFound } from '@jobboard/contracts/error'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import type { Job } from '../jobs/job.ts'
import { assertConsent, type Candidate } from '../profiles/candidate.ts'
import type { Application } from './application.ts'
import { type AnsweredQuestion, matchAnswers, type ScreeningAnswer } from './screening.ts'

/** An application to submit. */
export interface Submission {
  candidateId: number
  jobId: number
  applicationType: Application['applicationType']
  coverLetter?: string | null | undefined
  resumeUrl?: string | null | undefined
  screeningAnswers?: ScreeningAnswer[] | null | undefined
}

/** A candidate who applies to a job, and what the gates check. */
export interface Applicant {
  candidate: Candidate
  hasApplied: boolean
  /** Applies counted for the day. */
  usedBefore: number
}

/** Checks an application in the order of D-32 after the state of the job, and returns its answers with their questions.
 * Throws not_found for a job of another world, already_applied, consent_required, invalid_request, screening_incomplete, daily_apply_limit. */
export function checkGates(
  { candidate, hasApplied, usedBefore }: Applicant,
  { screeningQuestions, sandboxId }: Pick<Job, 'screeningQuestions' | 'sandboxId'>,
  { applicationType, screeningAnswers }: Submission,
  now: Date,
): AnsweredQuestion[] {
  if (candidate.sandboxId !== sandboxId) throw notFound()
  if (hasApplied) throw alreadyApplied()
  assertConsent(candidate, now)
  const answers = matchAnswers(screeningQuestions, screeningAnswers ?? [])
  if (isCapped(applicationType)) assertBelowCap(usedBefore, now)
  return answers
}

/** Only `Api` applications are AI-assisted and count towards the daily cap (Spec §4.3). */
export function isCapped(applicationType: Application['applicationType']): boolean {
  return applicationType === 'Api'
}

const DAY_MS = 86_400_000

/** Throws daily_apply_limit, with the seconds to 00:00 UTC, when the daily cap is reached (D-33). */
export function assertBelowCap(usedToday: number, now: Date): void {
  if (usedToday < APPLIES_PER_DAY) return
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000)
  throw new ApiError(
    'daily_apply_limit',
    `You have applied to ${APPLIES_PER_DAY} jobs today; the next apply is possible after 00:00 UTC.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** The UTC calendar day, `YYYY-MM-DD`. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** 409 for a second application to the same job (D-32). */
export function alreadyApplied(): ApiError {
  return new ApiError('already_applied', 'jobId: you have already applied to this job.')
}
