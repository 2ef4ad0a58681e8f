import type { applicationCreated } from '@jobboard/contracts/applications/events'
import type { DataOf } from '@jobboard/contracts/event'
import { MAX_YEARS_HELD } from '@jobboard/contracts/limits'
import type { AssessmentInput, Position } from './assessor.ts'

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
