import { z } from 'zod'
import { wireTimestamp } from './text.ts'

/** Spec §2, best first. */
const verdicts = ['StrongMatch', 'Match', 'PartialMatch', 'WeakMatch'] as const

/** Points of an assessment or of one criterion. */
export const score = z.int().min(0).max(100)

/** The AI assessment of an application (Spec §2, D-31). */
export const assessment = z.object({
  score,
  verdict: z.enum(verdicts),
  summary: z.string(),
  rubricScores: z.array(z.object({ criterion: z.string(), score, rationale: z.string() })),
  assessedAt: wireTimestamp(),
  assessor: z.string().meta({ description: 'Name and version of the assessor, such as `rubric/1`' }),
})
