import { z } from 'zod'
import { MAX_NOTE_LENGTH, MAX_RATINGS, MAX_STAGE_LENGTH } from './limits.ts'
import { id, label, line, text, wireTimestamp } from './text.ts'

/** Spec §2 */
export const recommendations = ['StrongNo', 'No', 'Hold', 'Yes', 'StrongYes'] as const

/** The pipeline stage that a scorecard is about: free text (D-29). */
export const stage = label(MAX_STAGE_LENGTH)

const rating = z.object({ criterion: line().min(1, 'must not be empty'), score: z.int().min(1).max(5) })

/** Body of `PUT /applications/{id}/scorecards/{stage}`: replaces the whole scorecard (D-29, P-102). */
export const scorecardDraft = z.object({
  recommendation: z.enum(recommendations),
  comments: text(MAX_NOTE_LENGTH)
    .nullish()
    .transform((comments) => comments || null),
  ratings: z
    .array(rating)
    .max(MAX_RATINGS)
    .nullish()
    .transform((ratings) => ratings ?? []),
})

/** A scorecard: one per application, author and stage (D-29). */
export const scorecard = z.object({
  applicationId: id(),
  stage: z.string(),
  authorUserId: id(),
  recommendation: z.enum(recommendations),
  comments: z.string().nullable(),
  ratings: z.array(z.object({ criterion: z.string(), score: z.int().min(1).max(5) })),
  createdAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
})
