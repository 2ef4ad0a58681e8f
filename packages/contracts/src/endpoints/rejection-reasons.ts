import { endpoint } from '../endpoint.ts'
import { rejectionReasonList } from '../rejection-reason.ts'
import { pipelineAccess } from './pipeline-access.ts'

/** The employer's own list. */
export const listRejectionReasons = endpoint({
  ...pipelineAccess,
  name: 'list-rejection-reasons',
  method: 'GET',
  path: '/api/v1/rejection-reasons',
  summary: 'List your reasons to reject an application',
  status: 200,
  response: rejectionReasonList,
  hasEtag: true,
})

/** Replaces the whole list; what was stored with a code that is gone stays. */
export const replaceRejectionReasons = endpoint({
  ...pipelineAccess,
  name: 'replace-rejection-reasons',
  method: 'PUT',
  path: '/api/v1/rejection-reasons',
  summary: 'Replace your reasons to reject an application',
  description:
    'Send the whole list. A code that you leave out can no longer be given; applications, their history and the metrics keep it.',
  body: rejectionReasonList,
  status: 200,
  response: rejectionReasonList,
  errors: ['precondition_failed'],
  hasEtag: true,
})
