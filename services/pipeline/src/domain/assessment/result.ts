import type { AssessmentResult } from './assessor.ts'
import type { Score } from './criteria/criterion.ts'

// Lowest total of each verdict.
const verdicts = [
  { verdict: 'StrongMatch', from: 60 },
  { verdict: 'Match', from: 45 },
  { verdict: 'PartialMatch', from: 30 },
  { verdict: 'WeakMatch', from: 0 },
] as const

/** The assessment that the scores of the criteria add up to. */
export function toResult(scores: Score[], assessor: string): AssessmentResult {
  const weights = scores.reduce((sum, { weight }) => sum + weight, 0)
  const score = Math.round(scores.reduce((sum, line) => sum + line.score * line.weight, 0) / weights)
  const { verdict } = verdicts.find(({ from }) => score >= from)!
  const best = scores.reduce((a, b) => (b.score * b.weight > a.score * a.weight ? b : a))
  const lost = ({ score: points, weight }: (typeof scores)[number]) => (100 - points) * weight
  const worst = scores.reduce((a, b) => (lost(b) > lost(a) ? b : a))
  return {
    score,
    verdict,
    summary: `${verdict}, ${score} of 100. Gains most by ${best.criterion}: ${best.rationale} Loses most by ${worst.criterion}.`,
    rubricScores: scores.map(({ criterion, weight, score: points, rationale }) => ({
      criterion,
      score: Math.round(points),
      rationale: `${rationale} Weight ${Math.round((100 * weight) / weights)} %.`,
    })),
    assessor,
  }
}
