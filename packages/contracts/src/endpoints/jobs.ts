import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  jobDetail,
  jobDraft,
  jobPatch,
  jobStatuses,
  jobSummary,
  screeningQuestion,
  screeningQuestionList,
} from '../job.ts'
import { pageOf, pageQuery } from '../page.ts'
import { pathId, timestamp } from '../text.ts'

const access = {
  plane: 'public',
  service: 'jobs',
  keys: ['recruiter'],
  scopes: ['JobPosting'],
  limit: 'jobs',
} as const
const params = z.object({ id: pathId() })

/** Spec §4.1 */
export const listJobs = endpoint({
  ...access,
  name: 'list-jobs',
  method: 'GET',
  path: '/api/v1/jobs',
  summary: 'List your jobs, newest first',
  query: z.object({ ...pageQuery, status: z.enum(jobStatuses).optional() }),
  status: 200,
  response: pageOf(jobSummary),
})

/** Spec §4.1 */
export const createJob = endpoint({
  ...access,
  name: 'create-job',
  method: 'POST',
  path: '/api/v1/jobs',
  summary: 'Create a draft',
  body: jobDraft,
  status: 201,
  response: jobDetail,
})

/** Spec §4.1 */
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

/** Spec §4.1, D-23 */
export const updateJob = endpoint({
  ...access,
  name: 'update-job',
  method: 'PUT',
  path: '/api/v1/jobs/{id}',
  summary: 'Change any subset of the mutable fields of a Draft or Active job',
  params,
  body: jobPatch,
  status: 200,
  response: jobDetail,
  errors: ['invalid_state', 'precondition_failed'],
  hasEtag: true,
})

/** Spec §4.1, D-22 */
export const publishJob = endpoint({
  ...access,
  name: 'publish-job',
  method: 'POST',
  path: '/api/v1/jobs/{id}/publish',
  summary: 'Publish a draft until its expiryDate',
  cost: 'JobPosting',
  params,
  body: z.object({ expiryDate: timestamp() }),
  status: 200,
  response: jobDetail,
  errors: ['invalid_state'],
  hasDryRun: true,
})

/** Spec §4.1, D-24 */
export const closeJob = endpoint({
  ...access,
  name: 'close-job',
  method: 'DELETE',
  path: '/api/v1/jobs/{id}',
  summary: 'Close a job; its applications remain',
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
  params: z.object({ jobId: pathId() }),
  body: screeningQuestionList,
  status: 200,
  response: z.array(screeningQuestion),
})
