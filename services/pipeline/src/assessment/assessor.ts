import type { getAiAssessment } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'

/** The posting at the time of the application. */
export interface Posting {
  title: string
  description: string | null
  city: string | null
  country: string | null
  employmentType: string | null
  remoteType: string | null
}

/** A position held: its length, not its dates, which would reveal the age. */
export interface Position {
  title: string
  description: string
  months: number
}

/** What is compared with the posting. It has no name, contact data, date, nationality, school or
 * photo, and no text that is not bound to a position: neither summary nor cover letter. */
export interface Applicant {
  headline: string
  city: string | null
  country: string | null
  jobTypes: string[]
  skills: string[]
  languages: { language: string; level: 'Basic' | 'Conversational' | 'Fluent' | 'Native' }[]
  positions: Position[]
  education: { degree: string; field: string }[]
}

/** A screening question of the posting; `answer` is null where the candidate gave none. */
export interface Screening {
  question: string
  answer: string | number | boolean | null
}

export interface AssessmentInput {
  posting: Posting
  applicant: Applicant
  screening: Screening[]
}

/** A result without the time, which the caller adds. */
export type AssessmentResult = Omit<ResponseBody<typeof getAiAssessment>, 'assessedAt'>

/** An assessment as it is stored. */
export interface StoredAssessment extends AssessmentResult {
  assessedAt: Date
}

/** Assesses one application. An implementation that calls out keeps a deadline of its own and falls back to
 * `rubric`, so that the promise always resolves. */
export interface Assessor {
  assess(input: AssessmentInput): Promise<AssessmentResult>
}

/** An assessment as recruiters see it (D-31). */
export function toAssessment({
  assessedAt,
  ...assessment
}: StoredAssessment): ResponseBody<typeof getAiAssessment> {
  return { ...assessment, assessedAt: assessedAt.toISOString() }
}
