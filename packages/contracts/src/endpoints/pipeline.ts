import { z } from 'zod'
import {
  applicationChange,
  applicationDetail,
  applicationStatus,
  applicationSummary,
} from '../application.ts'
import { assessment } from '../assessment.ts'
import { endpoint } from '../endpoint.ts'
import { DEFAULT_PAGE_SIZE, MAX_NOTE_LENGTH, MAX_PAGE_SIZE } from '../limits.ts'
import { integer, pageOf, pageQuery } from '../page.ts'
import { id, pathId, text, timestamp, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathId() })
const applicationSorts = ['-appliedAt', 'appliedAt', '-updatedAt', 'updatedAt'] as const

/** Spec §4.2; its path is under `/jobs`, so it counts against that limit (D-17). */
export const listApplications = endpoint({
  ...pipelineAccess,
  limit: 'jobs',
  name: 'list-applications',
  method: 'GET',
  path: '/api/v1/jobs/{jobId}/applications',
  summary: 'List the applications to one of your jobs, newest first',
  params: z.object({ jobId: pathId() }),
  query: z.object({
    ...pageQuery,
    status: applicationStatus.optional(),
    sort: z.enum(applicationSorts).optional().meta({
      description: 'Default: `-appliedAt`, and `-updatedAt` with `updatedSince`; `-` is newest first',
    }),
    updatedSince: timestamp().optional().meta({
      type: 'string',
      format: 'date-time',
      description: 'Only applications changed at or after this time',
    }),
    cursor: z.string().optional().meta({
      description:
        'The `nextCursor` of a page with the same `sort`: returns the applications that follow it, at the same cost however many came before; only with page 1',
    }),
  }),
  status: 200,
  response: pageOf(applicationSummary).extend({
    nextCursor: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Pass it as `cursor` to read on; null on the last page' }),
  }),
})

/** P-104: for integrations that keep a copy. */
export const listApplicationChanges = endpoint({
  ...pipelineAccess,
  name: 'list-application-changes',
  method: 'GET',
  path: '/api/v1/applications/changes',
  summary: 'List new and moved applications of all your jobs, in the order of their changes',
  query: z.object({
    cursor: z.string().optional().meta({
      description:
        'The `nextCursor` of the last call, however long ago; without it the list starts at the beginning',
    }),
    limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  }),
  status: 200,
  response: z.object({
    items: z.array(applicationSummary),
    nextCursor: z.string().meta({ description: 'Store it and pass it as `cursor` in the next call' }),
    hasMore: z.boolean(),
  }),
})

/** Spec §3: the audit history of the status. */
export const listApplicationHistory = endpoint({
  ...pipelineAccess,
  name: 'list-application-history',
  method: 'GET',
  path: '/api/v1/applications/{id}/history',
  summary: 'List the changes of status of an application, newest first',
  params,
  query: z.object(pageQuery),
  status: 200,
  response: pageOf(applicationChange),
})

/** Spec §4.2 */
export const getApplication = endpoint({
  ...pipelineAccess,
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
  ...pipelineAccess,
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
  ...pipelineAccess,
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
