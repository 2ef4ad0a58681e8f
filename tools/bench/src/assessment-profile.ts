import type { AssessmentInput } from '@jobboard/pipeline/assessment/assessor'
import type { Occupation } from './assessment-data.ts'

type Applicant = AssessmentInput['applicant']

/** A sequence of numbers from 0 to 1 that depends on the seed only (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The profile of someone who works in the occupation: one or two positions in it and one in a related one. No title
 * is `without`, the posting's own. */
export function profileOf(
  occupation: Occupation,
  {
    occupations,
    past,
    without,
    next,
  }: {
    occupations: Map<string, Occupation>
    past: Record<string, string>
    without: string
    next: () => number
  },
): Applicant {
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)]!
  const some = <T>(from: T[], count: number): T[] =>
    from
      .map((value) => ({ value, order: next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ value }) => value)
  const titleOf = ({ title, titles }: Occupation) => {
    const others = titles.filter((name) => name.toLowerCase() !== without.toLowerCase())
    return others.length > 0 ? pick(others) : title
  }
  const done = (task: string) => {
    const [verb = '', ...rest] = task.split(' ')
    return [past[verb.toLowerCase()] ?? verb, ...rest].join(' ')
  }
  const position = (of: Occupation) => ({
    title: titleOf(of),
    description: some(of.tasks, 2 + Math.floor(next() * 3))
      .map(done)
      .join(' '),
    months: 6 + Math.floor(next() * 90),
  })
  const related = occupation.related.flatMap((code) => occupations.get(code) ?? [])
  const levels = occupation.education.flatMap(({ level, percent }) => Array<string>(percent).fill(level))
  return {
    headline: titleOf(occupation),
    city: null,
    country: null,
    jobTypes: ['FullTime'],
    skills: [...some(occupation.technologies, 6), ...some(occupation.skills, 4)],
    languages: [{ language: 'English', level: pick(['Native', 'Fluent', 'Conversational']) }],
    positions: [
      position(occupation),
      ...(next() < 0.5 ? [position(occupation)] : []),
      ...(related.length > 0 ? [position(pick(related))] : []),
    ],
    education: [{ degree: pick(levels), field: pick(occupation.knowledge) }],
  }
}
