import { z } from 'zod'
import { idOf } from './ids.ts'
import { MAX_NOTE_LENGTH, MAX_RATINGS, MAX_STAGE_LENGTH } from './limits.ts'
import { label, line, text, wireTimestamp } from './text.ts'

/** From the clearest no to the clearest yes (Spec §2). */
export const recommendations = ['StrongNo', 'No', 'Hold', 'Yes', 'StrongYes'] as const
export const recommendation = z
  .enum(recommendations)
  .describe("The author's recommendation, from a clear no to a clear yes.")

/** The pipeline stage that a scorecard is about: free text (D-29). */
export const stage = label(MAX_STAGE_LENGTH).describe(
  'Name of the stage, free text such as `phone screen`. Trimmed and case-folded, so names that differ in letter case only are one stage. In a path it is one percent-encoded segment.',
)

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
  .describe('The whole scorecard: it replaces the one you stored for this stage before.')

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
  .describe("One user's judgement of an application at one stage. Candidates never see it.")
