import type { AssessmentInput, AssessmentResult, Assessor } from './assessor.ts'
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

/** Compares words of the profile with words of the posting. Local, deterministic and without I/O. */
export const rubric: Assessor = { assess: async (input) => assessByRubric(input) }

/** The assessment by the rubric. */
export function assessByRubric(input: AssessmentInput): AssessmentResult {
  return toResult(scoreByRubric(input), NAME)
}

/** The score of each criterion that the posting states. */
export function scoreByRubric(input: AssessmentInput): Score[] {
  const posting = postingTermsOf(input.posting)
  return criteria.flatMap((criterion) => criterion(input, posting) ?? [])
}
