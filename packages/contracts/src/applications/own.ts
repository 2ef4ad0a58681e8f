import { z } from 'zod'
import { endpoint, type Refusal, unconfirmed } from '../endpoint.ts'
import { type ErrorCode, NOT_FOUND } from '../error.ts'
import { screeningQuestion } from '../jobs/job.ts'
import { APPLIES_PER_DAY } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { idOf, pathIdOf, text, webUrl } from '../text.ts'
import { applicationStatus, ownApplication, screeningAnswer, submittedApplication } from './application.ts'

type Refusals = Partial<Record<ErrorCode, Refusal>>

const bothWays: Refusals = {
  invalid_request: {
    when: 'A field is missing or invalid, or an answer is to a question that the job does not have or is repeated.',
    message: 'screeningAnswers: questionId 7: this job has no such question.',
  },
  invalid_state: {
    when: 'The job is Closed or Expired.',
    message: 'jobId: this job is Closed and takes no more applications.',
  },
  already_applied: {
    when: 'The candidate has applied to this job before, in any way.',
    message: 'jobId: you have already applied to this job.',
  },
  consent_required: {
    when: 'The consent of the candidate to data processing has lapsed.',
    message:
      'Your consent to data processing lapsed at 2026-03-01T09:00:00.000Z; renew it with PUT /api/v1/me/consent or in the portal.',
  },
  screening_incomplete: {
    when: 'A required question has no answer, or an answer has the wrong type.',
    message: 'screeningAnswers: question 7 needs an answer.',
  },
}

/** An apply with a candidate key (D-32). */
export const applyRefusals: Refusals = {
  ...bothWays,
  confirmation_required: unconfirmed('apply; nothing was submitted.'),
  not_found: {
    when: 'The job does not exist or is a Draft, or your profile was erased.',
    message: NOT_FOUND,
  },
  daily_apply_limit: {
    when: `You have applied ${APPLIES_PER_DAY} times this UTC day; \`Retry-After\` is the time to 00:00 UTC.`,
    message: `You have applied to ${APPLIES_PER_DAY} jobs today; the next apply is possible after 00:00 UTC.`,
  },
}

/** The portal's own apply (Admin API). */
export const portalApplyRefusals: Refusals = {
  ...bothWays,
  not_found: {
    when: 'The job does not exist or is a Draft, or the candidate does not exist.',
    message: NOT_FOUND,
  },
}

const access = { plane: 'public', service: 'candidate', keys: ['candidate'], limit: 'me' } as const

/** Of the calling candidate, whichever way they were submitted (Spec §4.3). */
export const listOwnApplications = endpoint({
  ...access,
  name: 'list-own-applications',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/applications',
  summary: 'List your applications, newest first',
  query: z.object({
    ...pageQuery,
    status: applicationStatus.optional().describe('Only applications with this status.'),
  }),
  status: 200,
  response: pageOf(ownApplication).meta({ id: 'OwnApplicationPage' }),
})

/** What a candidate may send beside the job. */
export const letter = {
  coverLetter: text(20_000)
    .nullish()
    .describe('Cover letter, plain text; line breaks are kept. Absent or null: none.'),
  resumeUrl: webUrl()
    .nullish()
    .describe('Address of a résumé elsewhere, http or https. Absent or null: none.'),
  screeningAnswers: z
    .array(screeningAnswer)
    .max(100)
    .nullish()
    .describe(
      'Answers to the screening questions of the job, each once; every required question needs one. Absent or null: none.',
    ),
}

/** Checked in the order of D-32, at most 10 a day (D-33), with screening answers (D-34); returns D-35 (Spec §4.3). */
export const apply = endpoint({
  ...access,
  name: 'apply',
  scopes: ['Applications', 'Apply'],
  method: 'POST',
  path: '/api/v1/me/applications',
  summary: 'Apply to one job',
  description: [
    `Submits one application. At most ${APPLIES_PER_DAY} a UTC day over all keys of the candidate; one for each job. The employer can read it when the response has arrived; it carries the AI-assisted badge.`,
    '',
    'Checked in this order: `confirm`, the other fields, the job, its status, an earlier application, your consent, the screening answers, the daily limit. A refusal does not count towards the limit.',
  ].join('\n'),
  body: z
    .object({
      jobId: idOf('job'),
      confirm: z.boolean().nullish().describe('Must be true: the candidate agreed to this application.'),
      ...letter,
    })
    .meta({ id: 'Apply', description: 'The application to submit.' }),
  status: 201,
  response: z
    .object({
      isAiAssisted: z.literal(true).describe('Always true: it was submitted with a candidate key.'),
      aiAppliesUsedToday: z.int().describe('Applications of this UTC day, with this one.'),
      aiAppliesLimitPerDay: z.int().describe('Most applications of a UTC day.'),
      application: ownApplication,
    })
    .meta({ id: 'ApplyResult', description: 'The application that was submitted, and the daily count.' }),
  refusals: applyRefusals,
  hasDryRun: true,
})

/** 404 for another candidate's application (Spec §4.3). */
export const getOwnApplication = endpoint({
  ...access,
  name: 'get-own-application',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/applications/{id}',
  summary: 'Read one of your applications',
  params: z.object({ id: pathIdOf('application') }),
  status: 200,
  response: ownApplication,
  hasEtag: true,
})

/** A repetition changes nothing; after a move by the employer it withdraws again. */
export const withdrawOwnApplication = endpoint({
  ...access,
  name: 'withdraw-own-application',
  scopes: ['Applications', 'Apply'],
  method: 'POST',
  path: '/api/v1/me/applications/{id}/withdraw',
  summary: 'Withdraw one of your applications',
  description:
    'Sets the status Withdrawn, whatever it was: the employer sees it at once, with `withdrawnAt`. An employer that has talked with you may move it afterwards; you see the new status and can withdraw it again. You cannot apply to the job again, and the application still counts for the day on which it was submitted. A repetition returns the same.',
  params: z.object({ id: pathIdOf('application') }),
  status: 200,
  response: ownApplication,
  refusals: {
    unavailable: {
      when: 'The application was submitted a moment ago and is still on its way to the employer, or a part of the service cannot be reached.',
      message: 'The application is still on its way to the employer; try again.',
    },
  },
})

/** Spec §4.3; its 404 is problem details (Spec §7). */
export const listScreeningQuestions = endpoint({
  ...access,
  name: 'list-screening-questions',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/jobs/{jobId}/screening-questions',
  summary: 'Read the screening questions of a job',
  description: 'Also for a Closed or Expired job. This 404 is always `application/problem+json`.',
  params: z.object({ jobId: pathIdOf('job') }),
  status: 200,
  response: z.array(screeningQuestion).describe('The questions in order; empty if the job has none.'),
  refusals: { not_found: { when: 'The job does not exist or is a Draft.', message: NOT_FOUND } },
  problemNotFound: true,
})

const admin = { plane: 'admin', service: 'candidate' } as const

/** Admin API: the portal's own apply, without the daily cap. */
export const submitApplication = endpoint({
  ...admin,
  name: 'submit-application',
  method: 'POST',
  path: '/admin/v1/jobs/{jobId}/applications',
  summary: 'Apply for a candidate who uses the portal or writes an e-mail',
  description:
    'The same checks as `POST /api/v1/me/applications`, without `confirm` and without the daily limit.',
  params: z.object({ jobId: pathIdOf('job') }),
  body: z
    .object({
      candidateId: idOf('candidate'),
      applicationType: z.enum(['Web', 'Email']).describe('How the candidate applied.'),
      ...letter,
    })
    .describe('The application to submit.'),
  status: 201,
  response: submittedApplication,
  refusals: portalApplyRefusals,
})
