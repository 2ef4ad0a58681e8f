import type { Applicant, AssessmentInput, Posting } from '../../src/assessment/assessment.ts'
import type { Criterion } from '../../src/assessment/criteria.ts'
import { postingTermsOf } from '../../src/assessment/posting-terms.ts'

const blank = { city: null, country: null, employmentType: null, remoteType: null }
const posting: Posting = { ...blank, title: 'Cheese Maker', description: 'Curd, whey, rennet, brine, whey.' }
const nobody: Applicant = {
  headline: '',
  city: null,
  country: null,
  jobTypes: [],
  skills: [],
  languages: [],
  positions: [],
  education: [],
}

/** The result of one criterion, its score with one decimal place: of a posting of a cheese maker and an empty profile,
 * apart from what is given. */
export function scoreOf(
  criterion: Criterion,
  applicant: Partial<Applicant>,
  {
    posting: more = {},
    screening = [],
  }: { posting?: Partial<Posting>; screening?: AssessmentInput['screening'] } = {},
) {
  const of = { ...posting, ...more }
  const result = criterion(
    { posting: of, applicant: { ...nobody, ...applicant }, screening },
    postingTermsOf(of),
  )
  return result && { ...result, score: Math.round(result.score * 10) / 10 }
}

/** A position held. */
export const position = (title: string, description = '', months = 12) => ({ title, description, months })

/** Screening questions with these answers. */
export const asked = (...answers: AssessmentInput['screening'][number]['answer'][]) =>
  answers.map((answer) => ({ question: 'Why?', answer }))
