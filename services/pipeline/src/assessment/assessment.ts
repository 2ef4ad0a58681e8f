import type { getAiAssessment } from '@jobboard/contracts/applications/endpoints'
import type { applicationCreated } from '@jobboard/contracts/applications/events'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import { MAX_YEARS_HELD } from '@jobboard/contracts/limits'

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

/** An assessment as recruiters see it (D-31). */
export function toAssessment({
  assessedAt,
  ...assessment
}: StoredAssessment): ResponseBody<typeof getAiAssessment> {
  return { ...assessment, assessedAt: assessedAt.toISOString() }
}

type Created = DataOf<typeof applicationCreated>
type Employment = Created['candidate']['employmentHistory'][number]

/** Selects what an assessor may read. Events of older releases have no `job`: then only its title is. */
export function toAssessmentInput(created: Created): AssessmentInput {
  const { candidate, job, jobTitle, screeningAnswers, appliedAt } = created
  const { headline, city, country, jobTypes, skills, languages, employmentHistory, education } = candidate
  const answers = new Map(screeningAnswers.map(({ questionId, answer }) => [questionId, answer]))
  return {
    posting: {
      title: jobTitle,
      description: job?.description ?? null,
      city: job?.city ?? null,
      country: job?.country ?? null,
      employmentType: job?.employmentType ?? null,
      remoteType: job?.remoteType ?? null,
    },
    applicant: {
      headline: headline ?? '',
      city,
      country,
      jobTypes,
      skills,
      languages,
      positions: employmentHistory.map((employment) => toPosition(employment, appliedAt)),
      education: education.map(({ degree, field }) => ({ degree, field })),
    },
    screening:
      job?.screeningQuestions.map(({ id, text }) => ({ question: text, answer: answers.get(id) ?? null })) ??
      screeningAnswers.map(({ question, answer }) => ({ question, answer })),
  }
}

function toPosition({ title, description, startMonth, endMonth }: Employment, appliedAt: string): Position {
  const applied = monthNumber(appliedAt)
  const start = startMonth === null ? Number.NEGATIVE_INFINITY : monthNumber(startMonth)
  const end = endMonth === null ? applied : monthNumber(endMonth)
  const isStated = start >= applied - MAX_YEARS_HELD * 12
  return { title, description, months: isStated ? Math.max(0, end - start + 1) : 0 }
}

/** Months since year 0 of `YYYY-MM…`. */
const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
