import type { AssessmentInput } from '../assessor.ts'
import type { PostingTerms } from '../posting-terms.ts'

/** One line of the rubric. */
export interface Score {
  criterion: string
  /** Its share in the total, relative to the other criteria that the posting states. */
  weight: number
  /** 0 to 100 */
  score: number
  rationale: string
}

/** Scores one criterion; undefined when the posting does not state it. */
export type Criterion = (input: AssessmentInput, posting: PostingTerms) => Score | undefined

/** Words as a rationale quotes them. */
export const quoted = (words: string[]): string => words.map((word) => `"${word}"`).join(', ')
