import type { Candidate } from './candidate.ts'

/** What each section is worth; together 100. A section counts whole as soon as anything in it is filled. */
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

/** How complete a profile is, 0..100 (D-37): the sum of the weights of its filled sections. Filling a field never lowers
 * it, because no section looks at how much or what is in it. */
export function completeness(candidate: Candidate): number {
  return sections.reduce((sum, [weight, isFilled]) => sum + (isFilled(candidate) ? weight : 0), 0)
}

function has(value: string | readonly unknown[] | null): boolean {
  return value !== null && value.length > 0
}
