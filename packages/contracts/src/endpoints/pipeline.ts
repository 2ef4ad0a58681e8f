import { z } from 'zod'
import { applicationDetail, applicationStatus, applicationSummary } from '../application.ts'
import { assessment } from '../assessment.ts'
import { endpoint } from '../endpoint.ts'
import { MAX_NOTE_LENGTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { id, pathId, text, wireTimestamp } from '../text.ts'

const access = {
  plane: 'public',
  service: 'pipeline',
  keys: ['recruiter'],
  scopes: ['Applications'],
} as const
const params = z.object({ id: pathId() })

/** Spec §4.2; its path is under `/jobs`, so it counts against that limit (D-17). */
export const listApplications = endpoint({
  ...access,
  limit: 'jobs',
  name: 'list-applications',
  method: 'GET',
  path: '/api/v1/jobs/{jobId}/applications',
  summary: 'List the applications to one of your jobs, newest first',
  params: z.object({ jobId: pathId() }),
  query: z.object({ ...pageQuery, status: applicationStatus.optional() }),
  status: 200,
  response: pageOf(applicationSummary),
})

/** Spec §4.2 */
export const getApplication = endpoint({
  ...access,
  limit: 'applications',
  name: 'get-application',
  method: 'GET',
  path: '/api/v1/applications/{id}',
  summary: 'Read one application',
  params,
  status: 200,
  response: applicationDetail,
  hasEtag: true,
})

/** Spec §4.2, D-31 */
export const getAiAssessment = endpoint({
  ...access,
  limit: 'applications',
  name: 'get-ai-assessment',
  method: 'GET',
  path: '/api/v1/applications/{id}/ai-assessment',
  summary: 'Read the AI assessment of an application, which is computed once when it arrives',
  params,
  status: 200,
  response: assessment,
  hasEtag: true,
})

/** Spec §4.2, D-26 */
export const changeApplicationStatus = endpoint({
  ...access,
  limit: 'applications',
  name: 'change-application-status',
  method: 'POST',
  path: '/api/v1/applications/{id}/status',
  summary: 'Move an application to another status',
  params,
  body: z.object({ status: applicationStatus, note: text(MAX_NOTE_LENGTH).nullish() }),
  status: 200,
  response: z.object({
    id: id(),
    previousStatus: applicationStatus,
    status: applicationStatus,
    changedAt: wireTimestamp(),
  }),
})
