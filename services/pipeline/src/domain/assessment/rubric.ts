import type { AssessmentInput, Assessor } from './assessor.ts'
import type { Score } from './criteria/criterion.ts'
import { education } from './criteria/education.ts'
import { experience } from './criteria/experience.ts'
import { languages } from './criteria/languages.ts'
import { location } from './criteria/location.ts'
import { screening } from './criteria/screening.ts'
import { skills } from './criteria/skills.ts'
import { postingTermsOf } from './posting-terms.ts'
import { toResult } from './result.ts'

/** Change it with each change that can alter a score. */
const NAME = 'rubric/2'

const criteria = [skills, experience, education, languages, location, screening]

// Of those that the criteria read.
const MAX_POSITIONS = 15
const yieldToRequests = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Compares words of the profile with words of the posting. Local, deterministic and without I/O. */
export const rubric: Assessor = {
  assess: async (input) => toResult(await scoreByRubric(input), NAME),
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
