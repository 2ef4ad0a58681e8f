import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_NOTE_LENGTH, MAX_RATINGS, MAX_SCORECARDS_PER_APPLICATION, MAX_STAGE_LENGTH } from '../limits.ts'
import { idOf, label, line, pathIdOf, text, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './access.ts'

/** From the clearest no to the clearest yes (Spec §2). */
export const recommendations = ['StrongNo', 'No', 'Hold', 'Yes', 'StrongYes'] as const
export const recommendation = z
  .enum(recommendations)
  .meta({ id: 'Recommendation', description: "The author's recommendation, from a clear no to a clear yes." })

/** The pipeline stage that a scorecard is about: free text (D-29). */
export const stage = label(MAX_STAGE_LENGTH).meta({
  description:
    'Name of the stage, free text such as `phone screen`. Trimmed and case-folded, so names that differ in letter case only are one stage. In a path it is one percent-encoded segment.',
  example: 'phone screen',
})

const texts = {
  comments: 'Comments on the whole',
  ratings: 'Points by criterion',
  criterion: 'What is rated, such as Communication.',
  score: 'Points, 1 (lowest) to 5 (highest).',
} as const
const rating = z.object({
  criterion: line().min(1, 'must not be empty').describe(texts.criterion),
  score: z.int().min(1).max(5).describe(texts.score),
})

const example = {
  recommendation: 'Yes',
  comments: 'Good hands, slow ovens.',
  ratings: [{ criterion: 'Sourdough', score: 5 }],
}

/** Body of `PUT /applications/{id}/scorecards/{stage}`: replaces the whole scorecard (D-29). */
export const scorecardDraft = z
  .object({
    recommendation,
    comments: text(MAX_NOTE_LENGTH)
      .nullish()
      .transform((comments) => comments || null)
      .describe(`${texts.comments}; absent or null clears them.`),
    ratings: z
      .array(rating)
      .max(MAX_RATINGS)
      .nullish()
      .transform((ratings) => ratings ?? [])
      .describe(`${texts.ratings}, at most ${MAX_RATINGS}; absent or null clears them.`),
  })
  .meta({
    id: 'ScorecardDraft',
    description: 'The whole scorecard: it replaces the one you stored for this stage before.',
    example: example,
  })

/** A scorecard: one per application, author and stage (D-29). */
export const scorecard = z
  .object({
    applicationId: idOf('application'),
    stage: z.string().describe('Name of the stage, trimmed and case-folded.'),
    authorUserId: idOf('user').describe('Id of the user who stored the scorecard.'),
    recommendation,
    comments: z.string().nullable().describe(`${texts.comments}; null if there are none.`),
    ratings: z
      .array(
        z.object({
          criterion: z.string().describe(texts.criterion),
          score: z.int().min(1).max(5).describe(texts.score),
        }),
      )
      .describe(`${texts.ratings}.`),
    createdAt: wireTimestamp().describe('When the scorecard was first stored.'),
    updatedAt: wireTimestamp().describe('When the scorecard was last stored.'),
  })
  .meta({
    id: 'Scorecard',
    description: "One user's judgement of an application at one stage. Candidates never see it.",
    example: {
      applicationId: 31,
      stage: 'phone screen',
      authorUserId: 3,
      ...example,
      createdAt: '2026-03-01T11:30:00.000Z',
      updatedAt: '2026-03-01T11:30:00.000Z',
    },
  })

const noScorecard = {
  when: 'The application does not exist or belongs to another employer, or you have no scorecard for this stage.',
}
const withStage = {
  params: z.object({ id: pathIdOf('application'), stage }),
  checkedParams: ['stage'],
} as const

export const listScorecards = endpoint('GET /api/v1/applications/{id}/scorecards', {
  ...pipelineAccess,
  name: 'list-scorecards',
  summary: 'List the scorecards of an application, newest first',
  params: z.object({ id: pathIdOf('application') }),
  response: z.array(scorecard).describe('The scorecards of all users and stages, newest first.'),
  hasEtag: true,
})

export const getScorecard = endpoint('GET /api/v1/applications/{id}/scorecards/{stage}', {
  ...pipelineAccess,
  name: 'get-scorecard',
  summary: 'Read your scorecard for a stage',
  description: 'The scorecard of the user of the key.',
  ...withStage,
  response: scorecard,
  refusals: { not_found: noScorecard },
  recordsAuthor: true,
  hasEtag: true,
})

export const putScorecard = endpoint('PUT /api/v1/applications/{id}/scorecards/{stage}', {
  ...pipelineAccess,
  name: 'put-scorecard',
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
  hasEtag: true,
})

export const deleteScorecard = endpoint('DELETE /api/v1/applications/{id}/scorecards/{stage}', {
  ...pipelineAccess,
  name: 'delete-scorecard',
  summary: 'Delete your scorecard for a stage',
  description: 'Only your own: the scorecard of another user for this stage stays.',
  ...withStage,
  status: 204,
  refusals: { not_found: noScorecard },
  recordsAuthor: true,
})
