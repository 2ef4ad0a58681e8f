import { isBlank } from '@jobboard/contracts/characters'
import type { Candidate } from './candidate.ts'

/** Weight of each section; the sum is 100. A section counts fully once any field of it is filled. */
const sections: [weight: number, isFilled: (candidate: Candidate) => boolean][] = [
  [5, ({ firstName }) => has(firstName)],
  [5, ({ lastName }) => has(lastName)],
  [5, ({ email }) => has(email)],
  [5, ({ phone }) => has(phone)],
  [5, ({ linkedInUrl, gitHubUrl, websiteUrl }) => has(linkedInUrl) || has(gitHubUrl) || has(websiteUrl)],
  [5, ({ city }) => has(city)],
  [5, ({ country }) => has(country)],
  [10, ({ headline }) => has(headline)],
  [10, ({ summary }) => has(summary)],
  [15, ({ employmentHistory }) => has(employmentHistory)],
  [10, ({ education }) => has(education)],
  [10, ({ skills }) => has(skills)],
  [4, ({ languages }) => has(languages)],
  [2, ({ careerStatus }) => has(careerStatus)],
  [2, ({ jobTypes }) => has(jobTypes)],
  [2, ({ expectedSalaryMin: min, expectedSalaryMax: max }) => min !== null || max !== null],
]

/** Completeness of a profile, 0..100 (D-37): the sum of the weights of its filled sections. Monotone, because a section
 * depends on whether it is filled, never on how much it contains. */
export function completeness(candidate: Candidate): number {
  return sections.reduce((sum, [weight, isFilled]) => sum + (isFilled(candidate) ? weight : 0), 0)
}

function has(value: string | readonly unknown[] | null): boolean {
  if (value === null) return false
  return typeof value === 'string' ? !isBlank(value) : value.length > 0
}
