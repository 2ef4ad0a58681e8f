import type { AssessmentInput, AssessmentResult } from './assessment.ts'
import { education, experience, skills } from './career.ts'
import { languages, location, type Score, screening } from './criteria.ts'
import { postingTermsOf } from './posting-terms.ts'

/** Change it with each change that can alter a score. */
const NAME = 'rubric/2'

const criteria = [skills, experience, education, languages, location, screening]

// Of those that the criteria read.
const MAX_POSITIONS = 15
const yieldToRequests = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Compares words of the profile with words of the posting. Local, deterministic and without I/O. */
export async function assessByRubric(input: AssessmentInput): Promise<AssessmentResult> {
  return toResult(await scoreByRubric(input), NAME)
}

/** The score of each criterion that the posting states. */
export async function scoreByRubric(input: AssessmentInput): Promise<Score[]> {
  const posting = postingTermsOf(input.posting)
  const scores: Score[] = []
  // Each text takes milliseconds; other requests are served between two.
  for (const { description } of input.applicant.positions.slice(0, MAX_POSITIONS)) {
    await yieldToRequests()
    posting.ownWords(description)
  }
  for (const criterion of criteria) {
    await yieldToRequests()
    scores.push(...[criterion(input, posting) ?? []].flat())
  }
  return scores
}

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
