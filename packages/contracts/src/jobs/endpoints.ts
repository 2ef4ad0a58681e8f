import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_PUBLISH_DAYS, MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '../limits.ts'
import { cursorTexts, pageOf, pageQuery } from '../page.ts'
import { line, pathIdOf, timestamp } from '../text.ts'
import {
  jobDetail,
  jobDraft,
  jobPatch,
  jobStatus,
  jobSummary,
  screeningQuestion,
  screeningQuestionList,
} from './job.ts'

const access = {
  plane: 'public',
  service: 'jobs',
  keys: ['recruiter'],
  scopes: ['JobPosting'],
  limit: 'jobs',
} as const
const params = z.object({ id: pathIdOf('job') })
const salaryParts = {
  when: 'A field is missing or invalid, `salaryMin` is above `salaryMax`, or a salary has no `salaryCurrency` or no `salaryPeriod`; what is stored counts too.',
  message: 'salaryMin: 60000 is more than salaryMax, 50000; change both together.',
}
const notChangeable = 'The job is Closed; only a Draft or Active job can be changed.'

/** The jobs of the calling employer, in every status (Spec §4.1). */
export const listJobs = endpoint({
  ...access,
  name: 'list-jobs',
  method: 'GET',
  path: '/api/v1/jobs',
  summary: 'List your jobs, newest first',
  description:
    'Read by `cursor`, each job that matches from the first page to the last comes exactly once, also one that changes meanwhile: the order is that of their creation.',
  query: z.object({
    ...pageQuery,
    status: jobStatus.optional().describe('Only jobs with this status.'),
    reference: line()
      .min(1, 'must not be empty')
      .optional()
      .describe('Only jobs with exactly this reference; letter case matters.'),
    updatedSince: timestamp().optional().meta({
      type: 'string',
      format: 'date-time',
      description: 'Only jobs whose `updatedAt` is at or after this time.',
    }),
    expiresBefore: timestamp().optional().meta({
      type: 'string',
      format: 'date-time',
      description:
        'Only jobs whose `expiryDate` is before this time; with `status=Active` those that end soon.',
    }),
    cursor: z
      .string()
      .optional()
      .describe(
        `${cursorTexts.cursor} Send the same filters with it. It goes with \`page\` 1 only, and costs the same however many came before.`,
      ),
  }),
  status: 200,
  response: pageOf(jobSummary)
    .extend({ nextCursor: z.string().nullable().optional().describe(cursorTexts.nextCursor) })
    .meta({ id: 'JobPage', description: 'One page of jobs.' }),
  refusals: {
    invalid_request: {
      when: 'A query parameter is unknown or invalid, or `cursor` comes with a `page`.',
      message: 'page: must be absent or 1 with cursor.',
    },
  },
})

/** A Draft; it needs a title only (Spec §4.1, D-21). */
export const createJob = endpoint({
  ...access,
  name: 'create-job',
  method: 'POST',
  path: '/api/v1/jobs',
  summary: 'Create a draft',
  description:
    'The job starts as a Draft, which only you can see. Publishing it needs more fields than its title.',
  body: jobDraft,
  status: 201,
  response: jobDetail,
  refusals: {
    invalid_request: salaryParts,
    invalid_state: {
      when: `You have ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} jobs already that were never published, those closed as Drafts included.`,
      message: `You have ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} jobs that were never published, the limit; publish a Draft, or change one into the job that you need.`,
    },
  },
})

/** 404 for another employer's job (Spec §4.1). */
export const getJob = endpoint({
  ...access,
  name: 'get-job',
  method: 'GET',
  path: '/api/v1/jobs/{id}',
  summary: 'Read one job with its full description',
  params,
  status: 200,
  response: jobDetail,
  hasEtag: true,
})

/** Of a Draft or Active job; status, id and dates in the body are ignored (Spec §4.1, D-23). */
export const updateJob = endpoint({
  ...access,
  name: 'update-job',
  method: 'PUT',
  path: '/api/v1/jobs/{id}',
  summary: 'Change any subset of the mutable fields of a Draft or Active job',
  description:
    'An Active job keeps every field that publishing requires: it can be changed, but not cleared. `status`, `id` and dates in the body are ignored. A change without effect returns the job as it is.',
  params,
  body: jobPatch,
  status: 200,
  response: jobDetail,
  errors: ['precondition_failed'],
  refusals: {
    invalid_request: salaryParts,
    invalid_state: {
      when: 'The job is Closed or Expired, or it is Active and the change clears a field that publishing requires.',
      message: notChangeable,
    },
  },
  hasEtag: true,
})

/** Draft to Active and the debit of one credit in one transaction (Spec §4.1, D-22). */
export const publishJob = endpoint({
  ...access,
  name: 'publish-job',
  method: 'POST',
  path: '/api/v1/jobs/{id}/publish',
  summary: 'Publish a draft until its expiryDate',
  description: [
    'Makes a Draft Active and debits one JobPosting credit in the same step. Candidates find the job within 2 seconds.',
    '',
    'Required before: `description`, `city`, `country`, `employmentType`, `remoteType` and `applyMethod`; with `applyMethod` EmailApply also `applyEmailAddress`, with ExternalApply also `applyUrl`.',
    '',
    'Checked in this order: the body, the job, its status, its fields, your credits. A refusal costs nothing.',
  ].join('\n'),
  cost: 'JobPosting',
  params,
  body: z
    .object({
      expiryDate: timestamp().describe(
        `When the job ends: in the future and at most ${MAX_PUBLISH_DAYS} days ahead. ISO 8601 with \`Z\` or an offset. A later PUT does not change it.`,
      ),
    })
    .describe('Until when the job is published.'),
  status: 200,
  response: jobDetail,
  refusals: {
    invalid_request: {
      when: `\`expiryDate\` is missing, not in the future, or more than ${MAX_PUBLISH_DAYS} days ahead.`,
      message: `expiryDate: must be in the future and at most ${MAX_PUBLISH_DAYS} days ahead; it is now 2026-03-01T09:00:00.000Z.`,
    },
    invalid_state: {
      when: 'The job is Active, Closed or Expired, or a field that publishing requires is empty; `message` names the fields.',
      message: 'Publishing requires description, city; set them with PUT /api/v1/jobs/{id}.',
    },
  },
  hasDryRun: true,
})

/** Repeated, or on an Expired job, it changes nothing; applications are kept (Spec §4.1, D-24). */
export const closeJob = endpoint({
  ...access,
  name: 'close-job',
  method: 'DELETE',
  path: '/api/v1/jobs/{id}',
  summary: 'Close a job; its applications remain',
  description:
    'Closes a Draft or Active job for good; no credit is given back. A job that is Closed or Expired already stays as it is, and the response is the same.',
  params,
  status: 204,
})

/** Admin API; for the Draft or Active job of any employer. */
export const replaceScreeningQuestions = endpoint({
  plane: 'admin',
  service: 'jobs',
  name: 'replace-screening-questions',
  method: 'PUT',
  path: '/admin/v1/jobs/{jobId}/screening-questions',
  summary: 'Replace the screening questions of a job; unchanged ones keep their ids',
  description:
    'For the job of any employer. A question keeps its id as long as its text, type and options stay the same; its place and `required` may change. Answers to removed questions stay with their applications.',
  params: z.object({ jobId: pathIdOf('job') }),
  body: screeningQuestionList,
  status: 200,
  response: z.array(screeningQuestion).describe('The questions of the job, in order, with their ids.'),
  refusals: { invalid_state: { when: 'The job is Closed or Expired.', message: notChangeable } },
})
