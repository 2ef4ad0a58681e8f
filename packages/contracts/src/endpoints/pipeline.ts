import { z } from 'zod'
import { applicationChange, applicationDetail, applicationStatus } from '../application.ts'
import { assessment } from '../assessment.ts'
import { endpoint } from '../endpoint.ts'
import { NOT_FOUND } from '../error.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { MAX_NOTE_LENGTH, MAX_STATUS_CHANGES_PER_APPLICATION } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { givenReason } from '../rejection-reason.ts'
import { text, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathIdOf('application') })

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
      message: 'No longer sent: an application can be moved after its candidate has withdrawn it.',
    },
  },
})
