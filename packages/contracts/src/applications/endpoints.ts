import { z } from 'zod'
import { endpoint, exampleOf } from '../endpoint.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_COUNTED_JOBS,
  MAX_ID,
  MAX_NOTE_LENGTH,
  MAX_PAGE_SIZE,
  MAX_STATUS_CHANGES_PER_APPLICATION,
} from '../limits.ts'
import { idsOf, integer, nextCursor, pageOf, pageQuery } from '../page.ts'
import { idOf, pathIdOf, text, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './access.ts'
import {
  applicationChange,
  applicationCounts,
  applicationDetail,
  applicationStatus,
  applicationStatuses,
  applicationSummary,
  assessment,
  summaryExample,
} from './application.ts'
import { applicationInclude, applicationSorts, appliedInOrder, listQuery } from './list-query.ts'
import { givenReason } from './rejection-reasons.ts'
import { scorecard } from './scorecards.ts'
import { tag } from './tags.ts'

const page = {
  response: pageOf(applicationSummary)
    .extend({ nextCursor: nextCursor.optional() })
    .meta({ id: 'ApplicationPage', description: 'One page of applications.' }),
  refusals: {
    invalid_request: {
      when: 'A query parameter is unknown or invalid, `q` has no letter and no digit, or `cursor` comes with another `sort` or a `page`.',
      message: `sort: must be one of ${applicationSorts.join(', ')}.`,
    },
  },
} as const

const includingExample = {
  ...summaryExample,
  included: {
    tags: exampleOf(z.array(tag)),
    scorecards: exampleOf(z.array(scorecard)),
    assessment: exampleOf(assessment),
  },
}

// Its path is under `/jobs`, so it counts against that limit (D-17).
export const listApplications = endpoint('GET /api/v1/jobs/{jobId}/applications', {
  ...pipelineAccess,
  limit: 'jobs',
  name: 'list-applications',
  summary: 'List the applications to one of your jobs, newest first',
  description:
    'To keep a copy of all applications up to date, read `GET /api/v1/applications/changes` instead.',
  params: z.object({ jobId: pathIdOf('job') }),
  query: z.object(listQuery).refine(...appliedInOrder),
  ...page,
  example: { query: { status: 'New', sort: '-score', minScore: 60, page: 1, pageSize: 50 } },
})

export const listAllApplications = endpoint('GET /api/v1/applications', {
  ...pipelineAccess,
  name: 'list-all-applications',
  summary: 'List the applications to all of your jobs, newest first',
  description:
    'With `jobId` only those to one job; a job that is not yours has none. Read by `cursor`, each application that does not change meanwhile comes exactly once; with `sort=updatedAt` one that changes meanwhile comes again; without `jobId`, `total` is that of the first page. To keep a copy up to date, read `GET /api/v1/applications/changes` instead: a time can miss a change.',
  query: z
    .object({ ...listQuery, jobId: pathIdOf('job').optional().describe('Only applications to this job.') })
    .refine(...appliedInOrder),
  ...page,
  example: {
    query: { updatedSince: '2026-03-01T00:00:00Z', sort: 'updatedAt', include: 'tags,scorecards,assessment' },
    response: { total: 1, page: 1, pageSize: 50, items: [includingExample], nextCursor: null },
  },
})

const noneExample = Object.fromEntries(applicationStatuses.map((status) => [status, 0]))

export const countApplications = endpoint('GET /api/v1/applications/counts', {
  ...pipelineAccess,
  name: 'count-applications',
  summary: 'Count the applications to some of your jobs, by status',
  description:
    'One call in place of a list for each job and status. A job that is not yours has none. The numbers are those of now; `GET /api/v1/employer/metrics` has them for all jobs together, about a second late.',
  query: z
    .object({
      jobIds: idsOf(MAX_COUNTED_JOBS).describe(
        `Ids of the jobs, separated by commas, at most ${MAX_COUNTED_JOBS}.`,
      ),
    })
    .meta({ example: { jobIds: '7,8' } }),
  response: z
    .object({
      items: z
        .array(applicationCounts.extend({ jobId: idOf('job') }).describe('The applications to one job.'))
        .describe('One for each job of the request, in its order.'),
    })
    .meta({
      description: 'The numbers of applications.',
      example: {
        items: [
          { jobId: 7, total: 3, byStatus: { ...noneExample, New: 2, Interviewing: 1 } },
          { jobId: 8, total: 0, byStatus: noneExample },
        ],
      },
    }),
  refusals: {
    invalid_request: {
      when: `\`jobIds\` is absent, has more than ${MAX_COUNTED_JOBS} ids, or something that is no id.`,
      message: `jobIds: must be 1 to ${MAX_COUNTED_JOBS} ids, whole numbers from 1 to ${MAX_ID}, separated by commas.`,
    },
  },
})

export const listApplicationChanges = endpoint('GET /api/v1/applications/changes', {
  ...pipelineAccess,
  name: 'list-application-changes',
  summary: 'List new and moved applications of all your jobs, in the order of their changes',
  description:
    'For integrations that keep a copy. A client that stores `nextCursor` and continues from it misses no change. Each application is listed once, at its last change; a changed tag, scorecard or note is no change of the application. One with `erasedAt` has lost its personal data: delete it from your copy too.',
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
    include: applicationInclude,
  }),
  response: z
    .object({
      items: z.array(applicationSummary).describe('The changed applications, oldest change first.'),
      nextCursor: z.string().describe('Store it and pass it as `cursor` in the next call.'),
      hasMore: z.boolean().describe('True when the next call returns more at once.'),
    })
    .meta({
      id: 'ApplicationSync',
      description: 'The applications that changed after the cursor.',
      example: { items: [summaryExample], nextCursor: 'MTc3MjM1OTIwMDAwMC4zMQ', hasMore: false },
    }),
})

const params = z.object({ id: pathIdOf('application') })

export const listApplicationHistory = endpoint('GET /api/v1/applications/{id}/history', {
  ...pipelineAccess,
  name: 'list-application-history',
  summary: 'List the changes of status of an application, newest first',
  params,
  query: z.object(pageQuery),
  response: pageOf(applicationChange).meta({ id: 'ApplicationChangePage' }),
})

export const getApplication = endpoint('GET /api/v1/applications/{id}', {
  ...pipelineAccess,
  name: 'get-application',
  summary: 'Read one application',
  description:
    'With contact details, screening answers and the profile as they were at the time of applying.',
  params,
  response: applicationDetail,
  hasEtag: true,
})

export const getAiAssessment = endpoint('GET /api/v1/applications/{id}/ai-assessment', {
  ...pipelineAccess,
  name: 'get-ai-assessment',
  summary: 'Read the AI assessment of an application, which is computed once when it arrives',
  description: 'The stored assessment; reading never computes it again.',
  params,
  response: assessment,
  refusals: {
    not_found: {
      when: 'The application does not exist, belongs to another employer, or is not assessed yet.',
    },
  },
  hasEtag: true,
})

export const changeApplicationStatus = endpoint('POST /api/v1/applications/{id}/status', {
  ...pipelineAccess,
  name: 'change-application-status',
  summary: 'Move an application to another status',
  description:
    'Any status may follow any other, also after the candidate has withdrawn the application: `withdrawnAt` stays, and the candidate sees the new status. The change is stored in the history of the application and sent as the webhook `application.status_changed`. The same status again is 200 and no change: without a note nothing is stored, with one the note is kept in the history; no webhook is sent.',
  params,
  body: z
    .object({
      status: applicationStatus.describe('The status to move to.'),
      note: text(MAX_NOTE_LENGTH)
        .nullish()
        .describe('A note for the history of the application; candidates never see it.'),
      rejectionReason: givenReason
        .nullish()
        .describe('Why the application is rejected; goes with `status` Rejected only.'),
      expectedStatus: applicationStatus
        .nullish()
        .describe(
          'The status from which it is moved, as you read it: with another one it is not moved. Absent or null: it is moved from any.',
        ),
    })
    .refine(({ status, rejectionReason }) => !rejectionReason || status === 'Rejected', {
      path: ['rejectionReason'],
      error: 'goes with the status Rejected only',
    })
    .meta({
      id: 'StatusChange',
      description: 'The status to move to.',
      example: { status: 'Shortlisted', note: 'Call on Monday.' },
    }),
  response: z
    .object({
      id: idOf('application'),
      previousStatus: applicationStatus.describe('The status before the change.'),
      status: applicationStatus.describe('The status now.'),
      changedAt: wireTimestamp().describe('When the status last changed.'),
    })
    .meta({
      id: 'StatusChanged',
      description: 'The status before and after the change.',
      example: {
        id: 31,
        previousStatus: 'New',
        status: 'Shortlisted',
        changedAt: '2026-03-01T12:00:00.000Z',
      },
    }),
  refusals: {
    invalid_request: {
      when: 'A field is missing or invalid, `rejectionReason` comes with another status than Rejected, or its code is none of yours.',
      message: 'rejectionReason.code: must be one of your codes: no-licence, position-filled.',
    },
    invalid_state: {
      when: `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries already, or the application is Rejected already, with another reason than this one.`,
      message: `The history of the application has ${MAX_STATUS_CHANGES_PER_APPLICATION} entries, the limit: its status can no longer change; write a note instead.`,
    },
    precondition_failed: {
      when: 'The application has neither the status `expectedStatus` nor already `status`: somebody moved it meanwhile.',
      message: 'expectedStatus: the application is Offered now, not Screened; read it again, then decide.',
    },
    application_withdrawn: {
      when: 'Deprecated, no longer sent: an application can be moved after its candidate has withdrawn it.',
    },
  },
})
