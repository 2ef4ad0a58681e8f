import { z } from 'zod'
import {
  applicationChange,
  applicationDetail,
  applicationStatus,
  applicationSummary,
} from '../application.ts'
import { assessment } from '../assessment.ts'
import { endpoint } from '../endpoint.ts'
import { NOT_FOUND } from '../error.ts'
import { idOf, pathIdOf } from '../ids.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_NOTE_LENGTH,
  MAX_PAGE_SIZE,
  MAX_STATUS_CHANGES_PER_APPLICATION,
} from '../limits.ts'
import { cursorTexts, integer, pageOf, pageQuery } from '../page.ts'
import { text, timestamp, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathIdOf('application') })
export const applicationSort = z
  .enum(['-appliedAt', 'appliedAt', '-updatedAt', 'updatedAt'])
  .describe('Order of the list; `-` is newest first.')

/** Spec §4.2; its path is under `/jobs`, so it counts against that limit (D-17). */
export const listApplications = endpoint({
  ...pipelineAccess,
  limit: 'jobs',
  name: 'list-applications',
  method: 'GET',
  path: '/api/v1/jobs/{jobId}/applications',
  summary: 'List the applications to one of your jobs, newest first',
  description:
    'To keep a copy of all applications up to date, read `GET /api/v1/applications/changes` instead.',
  params: z.object({ jobId: pathIdOf('job') }),
  query: z.object({
    ...pageQuery,
    status: applicationStatus.optional().describe('Only applications with this status.'),
    sort: applicationSort
      .optional()
      .describe(
        'Order of the list; `-` is newest first. Default: `-appliedAt`, and `-updatedAt` with `updatedSince`.',
      ),
    updatedSince: timestamp().optional().meta({
      type: 'string',
      format: 'date-time',
      description:
        'Only applications whose status changed, that arrived, or whose candidate was erased, at or after this time.',
    }),
    cursor: z
      .string()
      .optional()
      .describe(
        `${cursorTexts.cursor} It belongs to its \`sort\`, goes with \`page\` 1 only, and costs the same however many came before.`,
      ),
  }),
  status: 200,
  response: pageOf(applicationSummary)
    .extend({ nextCursor: z.string().nullable().optional().describe(cursorTexts.nextCursor) })
    .describe('One page of the applications to a job.'),
  refusals: {
    invalid_request: {
      when: 'A query parameter is unknown or invalid, or `cursor` comes with another `sort` or a `page`.',
      message: 'sort: must be one of -appliedAt, appliedAt, -updatedAt, updatedAt.',
    },
  },
})

/** P-104: for integrations that keep a copy. */
export const listApplicationChanges = endpoint({
  ...pipelineAccess,
  name: 'list-application-changes',
  method: 'GET',
  path: '/api/v1/applications/changes',
  summary: 'List new and moved applications of all your jobs, in the order of their changes',
  description:
    'For integrations that keep a copy. A client that stores `nextCursor` and continues from it misses no change. Each application is listed once, at its last change; a changed tag is no change of the application. One with `erasedAt` has lost its personal data: delete it from your copy too.',
  query: z.object({
    cursor: z
      .string()
      .optional()
      .describe(
        'The `nextCursor` of the last call, however long ago. Without it the list starts at the beginning.',
      ),
    limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(
      `Applications of one response, at most ${MAX_PAGE_SIZE}.`,
    ),
  }),
  status: 200,
  response: z
    .object({
      items: z.array(applicationSummary).describe('The changed applications, oldest change first.'),
      nextCursor: z.string().describe('Store it and pass it as `cursor` in the next call.'),
      hasMore: z.boolean().describe('True when the next call returns more at once.'),
    })
    .describe('The applications that changed after the cursor.'),
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

/** With the screening answers as they were given (Spec §4.2, D-34). */
export const getApplication = endpoint({
  ...pipelineAccess,
  name: 'get-application',
  method: 'GET',
  path: '/api/v1/applications/{id}',
  summary: 'Read one application',
  description:
    'With contact details, screening answers and the profile as they were at the time of applying.',
  params,
  status: 200,
  response: applicationDetail,
  hasEtag: true,
})

/** 404 until it is computed, soon after the application arrived (Spec §4.2, D-31). */
export const getAiAssessment = endpoint({
  ...pipelineAccess,
  name: 'get-ai-assessment',
  method: 'GET',
  path: '/api/v1/applications/{id}/ai-assessment',
  summary: 'Read the AI assessment of an application, which is computed once when it arrives',
  description: 'The stored assessment; reading never computes it again.',
  params,
  status: 200,
  response: assessment,
  refusals: {
    not_found: {
      when: 'The application does not exist, belongs to another employer, or is not assessed yet.',
      message: NOT_FOUND,
    },
  },
  hasEtag: true,
})

/** A move from any status to any other; the same status again has no event (Spec §4.2, D-26). */
export const changeApplicationStatus = endpoint({
  ...pipelineAccess,
  name: 'change-application-status',
  method: 'POST',
  path: '/api/v1/applications/{id}/status',
  summary: 'Move an application to another status',
  description:
    'Any status may follow any other. The change is stored in the history of the application and sent as the webhook `application.status_changed`. The same status again is 200 and no change: without a note nothing is stored, with one the note is kept in the history; no webhook is sent.',
  params,
  body: z
    .object({
      status: applicationStatus.describe('The status to move to.'),
      note: text(MAX_NOTE_LENGTH)
        .nullish()
        .describe('A note for the history of the application; candidates never see it.'),
    })
    .describe('The status to move to.'),
  status: 200,
  response: z
    .object({
      id: idOf('application'),
      previousStatus: applicationStatus.describe('The status before the change.'),
      status: applicationStatus.describe('The status now.'),
      changedAt: wireTimestamp().describe('When the status last changed.'),
    })
    .describe('The status before and after the change.'),
  refusals: {
    invalid_state: {
      when: `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries already.`,
      message: `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries, the limit: its status can no longer change; write a note instead.`,
    },
  },
})
