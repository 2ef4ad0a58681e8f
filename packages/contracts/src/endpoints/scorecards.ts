import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NOT_FOUND } from '../error.ts'
import { pathIdOf } from '../ids.ts'
import { MAX_SCORECARDS_PER_APPLICATION } from '../limits.ts'
import { scorecard, scorecardDraft, stage } from '../scorecard.ts'
import { pipelineAccess } from './pipeline-access.ts'

const noScorecard = {
  when: 'The application does not exist or belongs to another employer, or you have no scorecard for this stage.',
  message: NOT_FOUND,
}
const withStage = {
  params: z.object({ id: pathIdOf('application'), stage }),
  checkedParams: ['stage'],
} as const

/** Of every stage and author (Spec §4.2, D-29). */
export const listScorecards = endpoint({
  ...pipelineAccess,
  name: 'list-scorecards',
  method: 'GET',
  path: '/api/v1/applications/{id}/scorecards',
  summary: 'List the scorecards of an application, newest first',
  params: z.object({ id: pathIdOf('application') }),
  status: 200,
  response: z.array(scorecard).describe('The scorecards of all users and stages, newest first.'),
  hasEtag: true,
})

/** Additive: the version of the caller's scorecard, for a PUT with `If-Match`. */
export const getScorecard = endpoint({
  ...pipelineAccess,
  name: 'get-scorecard',
  method: 'GET',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Read your scorecard for a stage',
  description: 'The scorecard of the user of the key.',
  ...withStage,
  status: 200,
  response: scorecard,
  refusals: { not_found: noScorecard },
  recordsAuthor: true,
  hasEtag: true,
})

/** Creates or replaces the caller's own scorecard of a stage; a key without a user is refused (Spec §4.2, D-29, D-30). */
export const putScorecard = endpoint({
  ...pipelineAccess,
  name: 'put-scorecard',
  method: 'PUT',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Store your scorecard for a stage',
  description:
    'There is one scorecard for each application, user and stage: it replaces the whole scorecard that the user of the key stored before.',
  ...withStage,
  body: scorecardDraft,
  status: 204,
  refusals: {
    invalid_state: {
      when: `The application has ${MAX_SCORECARDS_PER_APPLICATION} scorecards already and this one is new.`,
      message: `The application has ${MAX_SCORECARDS_PER_APPLICATION} scorecards, the limit; delete one first, or replace one.`,
    },
  },
  recordsAuthor: true,
  errors: ['precondition_failed'],
  hasEtag: true,
})

/** Only the caller's own scorecard of a stage (Spec §4.2, D-29, D-30). */
export const deleteScorecard = endpoint({
  ...pipelineAccess,
  name: 'delete-scorecard',
  method: 'DELETE',
  path: '/api/v1/applications/{id}/scorecards/{stage}',
  summary: 'Delete your scorecard for a stage',
  description: 'Only your own: the scorecard of another user for this stage stays.',
  ...withStage,
  status: 204,
  refusals: { not_found: noScorecard },
  recordsAuthor: true,
})
