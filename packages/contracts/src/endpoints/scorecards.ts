import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { scorecard, scorecardDraft, stage } from '../scorecard.ts'
import { pathId } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const stageParams = z.object({ id: pathId(), stage })

/** Spec §4.2, D-29 */
export const listScorecards = endpoint({
  ...pipelineAccess,
  name: 'list-scorecards',
  method: 'GET',
  path: '/api/v1/applications/{id}/scorecards',
  summary: 'List the scorecards of an application, newest first',
  params: z.object({ id: pathId() }),
  status: 200,
  response: z.array(scorecard),
  hasEtag: true,
})

/** Additive (P-176): the version of the caller's scorecard, for a PUT with `If-Match`. */
export const getScorecard = endpoint({
  ...pipelineAccess,
  name: 'get-scorecard',
  method: 'GET',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Read your scorecard for a stage',
  params: stageParams,
  status: 200,
  response: scorecard,
  recordsAuthor: true,
  hasEtag: true,
})

/** Spec §4.2, D-29, D-30 */
export const putScorecard = endpoint({
  ...pipelineAccess,
  name: 'put-scorecard',
  method: 'PUT',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Store your scorecard for a stage',
  params: stageParams,
  body: scorecardDraft,
  status: 204,
  errors: ['invalid_state', 'precondition_failed'],
  recordsAuthor: true,
  hasEtag: true,
})

/** Spec §4.2, D-29, D-30 */
export const deleteScorecard = endpoint({
  ...pipelineAccess,
  name: 'delete-scorecard',
  method: 'DELETE',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Delete your scorecard for a stage',
  params: stageParams,
  status: 204,
  recordsAuthor: true,
})
