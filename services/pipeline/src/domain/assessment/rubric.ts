import type { AssessmentInput, AssessmentResult, Assessor } from './assessor.ts'
import { education } from './criteria/education.ts'
import { experience } from './criteria/experience.ts'
import { languages } from './criteria/languages.ts'
import { location } from './criteria/location.ts'
import { screening } from './criteria/screening.ts'
import { skills } from './criteria/skills.ts'
import { postingTermsOf } from './posting-terms.ts'

/** Change it with each change that can alter a score. */
const NAME = 'rubric/1'

const criteria = [skills, experience, education, languages, location, screening]

// Lowest total of each verdict.
const verdicts = [
  { verdict: 'StrongMatch', from: 60 },
  { verdict: 'Match', from: 45 },
  { verdict: 'PartialMatch', from: 30 },
  { verdict: 'WeakMatch', from: 0 },
] as const

/** Compares words of the profile with words of the posting. Local, deterministic and without I/O. */
export const rubric: Assessor = { assess: async (input) => assess(input) }

function assess(input: AssessmentInput): AssessmentResult {
  const posting = postingTermsOf(input.posting)
  const scores = criteria.flatMap((criterion) => criterion(input, posting) ?? [])
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
    assessor: NAME,
  }
}
