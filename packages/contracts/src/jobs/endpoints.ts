import { z } from 'zod'
import { dryRunOf } from '../credits/credit.ts'
import { endpoint } from '../endpoint.ts'
import { MAX_PUBLISH_DAYS, MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '../limits.ts'
import { CURSOR, nextCursor, pageOf, pageQuery } from '../page.ts'
import { SANDBOX_LIMITS, sandboxFull } from '../sandbox/sandbox.ts'
import { line, pathIdOf, timestamp } from '../text.ts'
import {
  draftExample,
  jobDetail,
  jobDraft,
  jobPatch,
  jobStatus,
  jobSummary,
  screeningQuestion,
  screeningQuestionList,
} from './job.ts'

const access = {
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
const tooManyDrafts = {
  when: `You have ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} jobs already that were never published, those closed as Drafts included.`,
  message: `You have ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} jobs that were never published, the limit; publish a Draft, or change one into the job that you need.`,
}
const fullSandbox = {
  when: `A sandbox has ${SANDBOX_LIMITS.jobs} jobs already; only with a key of a sandbox.`,
  message: sandboxFull('jobs'),
}
const notChangeable = 'The job is Closed; only a Draft or Active job can be changed.'

export const listJobs = endpoint('GET /api/v1/jobs', {
  ...access,
  name: 'list-jobs',
  summary: 'List your jobs, newest first',
  description:
    'Read by `cursor`, each job that matches from the first page to the last comes exactly once, also one that changes meanwhile: the order is that of their creation. In another `sort` that holds for each job whose place does not change meanwhile.',
  query: z.object({
    ...pageQuery,
    status: jobStatus.optional().describe('Only jobs with this status.'),
    reference: line()
      .min(1, 'must not be empty')
      .optional()
      .describe('Only jobs with exactly this reference; letter case matters.'),
    updatedSince: timestamp().optional().describe('Only jobs whose `updatedAt` is at or after this time.'),
    expiresBefore: timestamp()
      .optional()
      .describe(
        'Only jobs whose `expiryDate` is before this time; with `status=Active` those that end soon.',
      ),
    q: line()
      .min(1, 'must not be empty')
      .optional()
      .describe(
        'Only jobs in whose title, reference or city for each of these words a word begins with it; letter case and accents do not matter.',
      ),
    sort: z
      .enum(['-createdAt', '-postedDate', 'expiryDate', 'title', '-applications'])
      .optional()
      .describe(
        'Order of the list; default `-createdAt`. A leading `-` is descending. Jobs without the date come last, `title` is without letter case and accents, `-applications` by the number of all applications; jobs that are equal come by id.',
      ),
    cursor: z
      .string()
      .optional()
      .describe(
        `${CURSOR} Send the same filters and the same \`sort\` with it. It goes with \`page\` 1 only, and costs the same however many came before.`,
      ),
  }),
  response: pageOf(jobSummary)
    .extend({ nextCursor: nextCursor.optional() })
    .meta({ id: 'JobPage', description: 'One page of jobs.' }),
  refusals: {
    invalid_request: {
      when: 'A query parameter is unknown or invalid, `q` has no letter and no digit, or `cursor` comes with a `page` or another `sort`.',
      message: 'page: must be absent or 1 with cursor.',
    },
  },
  example: { query: { status: 'Active', page: 1, pageSize: 50 } },
})

export const createJob = endpoint('POST /api/v1/jobs', {
  ...access,
  name: 'create-job',
  summary: 'Create a draft',
  description:
    'The job starts as a Draft, which only you can see. Publishing it needs more fields than its title.',
  body: jobDraft,
  status: 201,
  response: jobDetail,
  refusals: {
    invalid_request: salaryParts,
    invalid_state: tooManyDrafts,
    limit_reached: fullSandbox,
  },
  example: { response: draftExample },
})

export const duplicateJob = endpoint('POST /api/v1/jobs/{id}/duplicate', {
  ...access,
  name: 'duplicate-job',
  summary: 'Create a draft from one of your jobs',
  description:
    'The new Draft has the fields and the screening questions of the job, which may have any status, but no `reference` and no dates. Its questions have ids of their own.',
  params,
  status: 201,
  response: jobDetail,
  refusals: { invalid_state: tooManyDrafts, limit_reached: fullSandbox },
  example: { response: { ...draftExample, id: 8, reference: null } },
})

export const getJob = endpoint('GET /api/v1/jobs/{id}', {
  ...access,
  name: 'get-job',
  summary: 'Read one job with its full description',
  params,
  response: jobDetail,
  hasEtag: true,
})

export const updateJob = endpoint('PUT /api/v1/jobs/{id}', {
  ...access,
  name: 'update-job',
  summary: 'Change any subset of the mutable fields of a Draft or Active job',
  description:
    'An Active job keeps every field that publishing requires: it can be changed, but not cleared. `status`, `id` and dates in the body are ignored. A change without effect returns the job as it is.',
  params,
  body: jobPatch,
  response: jobDetail,
  refusals: {
    invalid_request: salaryParts,
    invalid_state: {
      when: 'The job is Closed or Expired, or it is Active and the change clears a field that publishing requires.',
      message: notChangeable,
    },
  },
  hasEtag: true,
  example: { response: { ...draftExample, title: 'Head baker', remoteType: 'HybridRemote' } },
})

export const publishJob = endpoint('POST /api/v1/jobs/{id}/publish', {
  ...access,
  name: 'publish-job',
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
    .meta({
      description: 'Until when the job is published.',
      example: { expiryDate: '2026-04-01T00:00:00Z' },
    }),
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
  example: { dryRun: dryRunOf('JobPosting', 10) },
})

export const closeJob = endpoint('DELETE /api/v1/jobs/{id}', {
  ...access,
  name: 'close-job',
  summary: 'Close a job; its applications remain',
  description:
    'Closes a Draft or Active job for good; no credit is given back. A job that is Closed or Expired already stays as it is, and the response is the same.',
  params,
  status: 204,
})

export const replaceScreeningQuestions = endpoint('PUT /admin/v1/jobs/{jobId}/screening-questions', {
  service: 'jobs',
  name: 'replace-screening-questions',
  summary: 'Replace the screening questions of a job; unchanged ones keep their ids',
  description:
    'For the job of any employer. A question keeps its id as long as its text, type and options stay the same; its place and `required` may change. Answers to removed questions stay with their applications.',
  params: z.object({ jobId: pathIdOf('job') }),
  body: screeningQuestionList,
  response: z.array(screeningQuestion).describe('The questions of the job, in order, with their ids.'),
  refusals: { invalid_state: { when: 'The job is Closed or Expired.', message: notChangeable } },
  example: {
    body: [
      { text: 'Can you start at 4 a.m.?', type: 'YesNo', required: true },
      { text: 'Which shift?', type: 'SingleChoice', required: false, options: ['Night', 'Day'] },
    ],
    response: [
      { id: 7, text: 'Can you start at 4 a.m.?', type: 'YesNo', required: true, options: [] },
      { id: 8, text: 'Which shift?', type: 'SingleChoice', required: false, options: ['Night', 'Day'] },
    ],
  },
})
