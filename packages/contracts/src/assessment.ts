import { z } from 'zod'
import { wireTimestamp } from './text.ts'

/** Spec §2, best first. */
const verdicts = ['StrongMatch', 'Match', 'PartialMatch', 'WeakMatch'] as const
export const verdict = z.enum(verdicts).describe('The score in words, best first.')

/** Points of an assessment or of one criterion. */
export const score = z.int().min(0).max(100)

const rubricScore = z.object({
  criterion: z.string().describe('What was judged, such as Skills.'),
  score: score.describe('Points for this criterion, 0 to 100.'),
  rationale: z.string().describe('The reasons for these points.'),
})

/** The AI assessment of an application (Spec §2, D-31). */
export const assessment = z
  .object({
    score: score.describe('Suitability for the job, 0 to 100.'),
    verdict,
    summary: z.string().describe('The assessment in a few sentences.'),
    rubricScores: z.array(rubricScore).describe('The points by criterion.'),
    assessedAt: wireTimestamp().describe('When the assessment was computed.'),
    assessor: z.string().describe('Name and version of the assessor, such as `rubric/1`.'),
  })
  .describe('The automated assessment of an application, computed once when it arrives.')
