import { z } from 'zod'
import { dryRunExample } from '../credits/credit.ts'
import { endpoint, exampleOf, type Refusal, unconfirmed } from '../endpoint.ts'
import type { ErrorCode } from '../error.ts'
import { screeningQuestion } from '../jobs/job.ts'
import { APPLIES_PER_DAY } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { SANDBOX_LIMITS, sandboxFull } from '../sandbox/sandbox.ts'
import { idOf, pathIdOf, text, webUrl } from '../text.ts'
import { applicationStatus, ownApplication, screeningAnswer, submittedApplication } from './application.ts'

// Of an apply in any way.
const applyRefusals: Partial<Record<ErrorCode, Refusal>> = {
  invalid_request: {
    when: 'A field is missing or invalid, or an answer is to a question that the job does not have or is repeated.',
    message: 'screeningAnswers: questionId 7: this job has no such question.',
  },
  invalid_state: {
    when: 'The job is Closed or Expired.',
    message: 'jobId: this job is Closed and takes no more applications.',
  },
  already_applied: { when: 'The candidate has applied to this job before, in any way.' },
  limit_reached: {
    when: `The sandbox of the candidate has ${SANDBOX_LIMITS.applications} applications already; only in a sandbox.`,
    message: sandboxFull('applications'),
  },
  consent_required: { when: 'The consent of the candidate to data processing has lapsed.' },
  screening_incomplete: {
    when: 'A required question has no answer, or an answer has the wrong type.',
  },
}

const access = { service: 'candidate', keys: ['candidate'], limit: 'me' } as const

export const listOwnApplications = endpoint('GET /api/v1/me/applications', {
  ...access,
  name: 'list-own-applications',
  scopes: ['Applications'],
  summary: 'List your applications, newest first',
  query: z.object({
    ...pageQuery,
    status: applicationStatus.optional().describe('Only applications with this status.'),
  }),
  response: pageOf(ownApplication).meta({ id: 'OwnApplicationPage' }),
  example: { query: { status: 'New', page: 1, pageSize: 50 } },
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

export const apply = endpoint('POST /api/v1/me/applications', {
  ...access,
  name: 'apply',
  scopes: ['Applications', 'Apply'],
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
    .meta({
      id: 'Apply',
      description: 'The application to submit.',
      example: {
        jobId: 7,
        confirm: true,
        coverLetter: 'I would like to bake for you.',
        screeningAnswers: [{ questionId: 7, answer: true }],
      },
    }),
  status: 201,
  response: z
    .object({
      isAiAssisted: z.literal(true).describe('Always true: it was submitted with a candidate key.'),
      aiAppliesUsedToday: z.int().describe('Applications of this UTC day, with this one.'),
      aiAppliesLimitPerDay: z.int().describe('Most applications of a UTC day.'),
      application: ownApplication,
    })
    .meta({
      id: 'ApplyResult',
      description: 'The application that was submitted, and the daily count.',
      example: {
        isAiAssisted: true,
        aiAppliesUsedToday: 1,
        aiAppliesLimitPerDay: 10,
        application: exampleOf(ownApplication),
      },
    }),
  refusals: {
    ...applyRefusals,
    confirmation_required: unconfirmed('apply; nothing was submitted.'),
    not_found: { when: 'The job does not exist or is a Draft, or your profile was erased.' },
    daily_apply_limit: {
      when: `You have applied ${APPLIES_PER_DAY} times this UTC day; \`Retry-After\` is the time to 00:00 UTC.`,
    },
  },
  hasDryRun: true,
  example: { dryRun: { ...dryRunExample, status: 201, dailyApplies: { used: 0, limit: 10 } } },
})

export const getOwnApplication = endpoint('GET /api/v1/me/applications/{id}', {
  ...access,
  name: 'get-own-application',
  scopes: ['Applications'],
  summary: 'Read one of your applications',
  params: z.object({ id: pathIdOf('application') }),
  response: ownApplication,
  hasEtag: true,
})

export const withdrawOwnApplication = endpoint('POST /api/v1/me/applications/{id}/withdraw', {
  ...access,
  name: 'withdraw-own-application',
  scopes: ['Applications', 'Apply'],
  summary: 'Withdraw one of your applications',
  description:
    'Sets the status Withdrawn, whatever it was: the employer sees it at once, with `withdrawnAt`. An employer that has talked with you may move it afterwards; you see the new status and can withdraw it again. You cannot apply to the job again, and the application still counts for the day on which it was submitted. A repetition returns the same.',
  params: z.object({ id: pathIdOf('application') }),
  response: ownApplication,
  refusals: {
    unavailable: {
      when: 'The application was submitted a moment ago and is still on its way to the employer, or a part of the service cannot be reached.',
      message: 'The application is still on its way to the employer; try again.',
    },
  },
  example: {
    response: {
      ...(exampleOf(ownApplication) as object),
      status: 'Withdrawn',
      updatedAt: '2026-03-01T12:00:00.000Z',
    },
  },
})

export const listScreeningQuestions = endpoint('GET /api/v1/me/jobs/{jobId}/screening-questions', {
  ...access,
  name: 'list-screening-questions',
  scopes: ['Applications'],
  summary: 'Read the screening questions of a job',
  description: 'Also for a Closed or Expired job. This 404 is always `application/problem+json`.',
  params: z.object({ jobId: pathIdOf('job') }),
  response: z.array(screeningQuestion).describe('The questions in order; empty if the job has none.'),
  refusals: { not_found: { when: 'The job does not exist or is a Draft.' } },
  problemNotFound: true,
})

export const submitApplication = endpoint('POST /admin/v1/jobs/{jobId}/applications', {
  service: 'candidate',
  name: 'submit-application',
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
    .meta({
      description: 'The application to submit.',
      example: {
        candidateId: 12,
        applicationType: 'Web',
        screeningAnswers: [{ questionId: 7, answer: true }],
      },
    }),
  status: 201,
  response: submittedApplication,
  refusals: {
    ...applyRefusals,
    not_found: { when: 'The job does not exist or is a Draft, or the candidate does not exist.' },
  },
})
