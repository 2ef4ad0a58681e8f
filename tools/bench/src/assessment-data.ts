import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssessmentInput } from '@jobboard/pipeline/assessment/assessor'

/** An O*NET occupation, as far as a profile is made of it. */
export interface Occupation {
  code: string
  title: string
  titles: string[]
  tasks: string[]
  technologies: string[]
  skills: string[]
  knowledge: string[]
  education: { level: string; percent: number }[]
  related: string[]
}

type Posting = AssessmentInput['posting']

/** A posting whose title is a title of exactly one occupation. */
export interface LabelledPosting {
  posting: Posting
  occupation: Occupation
}

/** Occupations, past tenses of verbs, and the labelled postings. `test` and `tuning` share no title. */
export function readAssessmentData(folder: string): {
  occupations: Map<string, Occupation>
  past: Record<string, string>
  test: LabelledPosting[]
  tuning: LabelledPosting[]
} {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const occupations: Occupation[] = JSON.parse(read('occupations.json'))
  const owners = new Map<string, Set<Occupation>>()
  for (const occupation of occupations) {
    for (const title of [occupation.title, ...occupation.titles]) {
      const key = title.toLowerCase()
      owners.set(key, (owners.get(key) ?? new Set()).add(occupation))
    }
  }
  const labelled = read('jobs.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Posting)
    .flatMap((posting) => {
      const [occupation, ...others] = owners.get(posting.title.toLowerCase()) ?? []
      return occupation && others.length === 0 ? [{ posting, occupation }] : []
    })
  const isTest = ({ posting }: LabelledPosting) =>
    createHash('sha256').update(posting.title.toLowerCase()).digest()[0]! % 2 === 0
  return {
    occupations: new Map(occupations.map((occupation) => [occupation.code, occupation])),
    past: JSON.parse(read('verbs_past.json')),
    test: labelled.filter(isTest),
    tuning: labelled.filter((entry) => !isTest(entry)),
  }
}
