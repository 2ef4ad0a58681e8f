import type { AssessmentInput } from '../assessor.ts'
import { withoutCopiesOf } from '../copied-text.ts'
import { withoutWithheld } from './withheld.ts'

const MAX_POSTING = 8_000
const MAX_POSITIONS = 15
const MAX_TASKS = 1_000
const MAX_SKILLS = 60
const MAX_DEGREES = 10
const MAX_LINE = 120

/** What a model reads of an application: at most about 35 000 characters. Place, languages and screening answers
 * are left to the rubric. */
export interface Material {
  posting: { title: string; description: string }
  applicant: {
    headline: string
    skills: string[]
    positions: { title: string; months: number; tasks: string }[]
    education: { degree: string; field: string }[]
  }
}

/** Selects and shortens what a model reads. */
export function toMaterial({ posting, applicant }: AssessmentInput): Material {
  const withoutCopies = withoutCopiesOf(`${posting.title}\n${posting.description ?? ''}`)
  return {
    posting: { title: line(posting.title), description: cut(posting.description ?? '', MAX_POSTING) },
    applicant: {
      headline: ownLine(applicant.headline),
      skills: applicant.skills.slice(0, MAX_SKILLS).map(ownLine).filter(Boolean),
      positions: applicant.positions.slice(0, MAX_POSITIONS).map(({ title, months, description }) => ({
        title: ownLine(title),
        months,
        tasks: cut(withoutWithheld(withoutCopies(description)), MAX_TASKS),
      })),
      education: applicant.education
        .slice(0, MAX_DEGREES)
        .map(({ degree, field }) => ({ degree: ownLine(degree), field: ownLine(field) })),
    },
  }
}

const line = (text: string): string => cut(text, MAX_LINE)
const ownLine = (text: string): string => line(withoutWithheld(text))

/** By code points: half a surrogate pair is no text. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}
