import { z } from 'zod'
import { applicationStatus, ownApplication, screeningAnswer } from '../application.ts'
import { profile, profilePatch } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { NOT_FOUND } from '../error.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { APPLIES_PER_DAY, MAX_PROFILE_BYTES } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { screeningQuestion } from '../screening-question.ts'
import { text, webUrl } from '../text.ts'
import { applyRefusals, erased, salaryRange } from './candidate-refusals.ts'

const access = { plane: 'public', service: 'candidate', keys: ['candidate'], limit: 'me' } as const
/** The whole profile of the calling candidate (Spec §4.3). */
export const getProfile = endpoint({
  ...access,
  name: 'get-profile',
  scopes: ['Profile'],
  method: 'GET',
  path: '/api/v1/me/profile',
  summary: 'Read your profile',
  status: 200,
  response: profile,
  refusals: { not_found: erased },
  hasEtag: true,
})

/** A patch; lists are replaced whole (Spec §4.3, D-36). */
export const updateProfile = endpoint({
  ...access,
  name: 'update-profile',
  scopes: ['Profile'],
  method: 'PUT',
  path: '/api/v1/me/profile',
  summary: 'Change parts of your profile',
  description: `A changed profile counts as activity: CV search lists those who were active last first. The whole profile may take ${MAX_PROFILE_BYTES} bytes as JSON.`,
  body: profilePatch,
  status: 200,
  response: profile,
  errors: ['precondition_failed'],
  refusals: { not_found: erased, invalid_request: salaryRange },
  hasEtag: true,
})

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
  response: pageOf(ownApplication),
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
    .describe('The application to submit.'),
  status: 201,
  response: z
    .object({
      isAiAssisted: z.literal(true).describe('Always true: it was submitted with a candidate key.'),
      aiAppliesUsedToday: z.int().describe('Applications of this UTC day, with this one.'),
      aiAppliesLimitPerDay: z.int().describe('Most applications of a UTC day.'),
      application: ownApplication,
    })
    .describe('The application that was submitted, and the daily count.'),
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
