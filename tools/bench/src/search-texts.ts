import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import { root } from '@jobboard/stack/settings'
import { sequence } from './assessment-profile.ts'

/** Words of a generated profile, on average. */
export const WORDS = Number(process.env.BENCH_PROFILE_WORDS ?? 650)
/** Of those, words outside of the descriptions of its positions. */
const OTHER_WORDS = 118
const POSITIONS = 4
const DAY_MS = 86_400_000

interface Posting {
  title: string
  sentences: string[]
}

/** What profiles are made of: sentences of postings, and the skills of one occupation each. */
export interface SearchTexts {
  postings: Posting[]
  skillSets: string[][]
  source: string
}

/** Reads jobs.jsonl and occupations.json of a folder; without one, the twelve sample jobs of this repository, whose
 * profiles are very much alike. */
export function readSearchTexts(folder: string | undefined): SearchTexts {
  const jobs = folder ? join(folder, 'jobs.jsonl') : join(root, 'tools/jobboard/sample/jobs.jsonl')
  const postings = readFileSync(jobs, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { title: string; description: string })
    .map(({ title, description }) => ({ title, sentences: sentencesOf(description) }))
    .filter(({ sentences }) => sentences.length > 0)
  return {
    postings,
    skillSets: folder
      ? readSkillSets(join(folder, 'occupations.json'))
      : [postings.map(({ title }) => title)],
    source: folder ? `${postings.length} postings` : 'the sample jobs',
  }
}

/** The profile of a candidate, the same for the same id and texts: about `WORDS` words in four positions, each with the title
 * and sentences of one posting, filled up with sentences of any. */
export function searchProfile(id: number, { postings, skillSets }: SearchTexts): Partial<Profile> {
  const next = sequence(id)
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)]!
  const skills = pick(skillSets)
  const own = Array.from({ length: POSITIONS }, () => pick(postings))
  const share = (WORDS - OTHER_WORDS) / POSITIONS
  const descriptions = own.map(({ sentences }) =>
    firstWords(
      sentences.filter(() => next() < 0.7),
      share,
    ),
  )
  const words = () => descriptions.reduce((sum, text) => sum + countWords(text), 0)
  while (words() < WORDS - OTHER_WORDS) {
    const i = Math.floor(next() * POSITIONS)
    descriptions[i] += ` ${pick(pick(postings).sentences)}`
  }
  return {
    headline: own[0]!.title,
    summary: pick(pick(postings).sentences),
    skills: Array.from({ length: 10 }, () => pick(skills).slice(0, 100)),
    languages: [{ language: pick(['English', 'French', 'Spanish', 'German']), level: 'Fluent' }],
    country: pick(['US', 'US', 'US', 'GB', 'CA', 'DE', 'FR', 'NO', 'SE', 'IN']),
    employmentHistory: own.map(({ title }, i) => ({
      title,
      employer: `${pick(['North', 'Lake', 'Harbour', 'Summit', 'Valley'])} ${pick(['Works', 'Group', 'Clinic', 'Services'])}`,
      description: descriptions[i]!,
      startMonth: `${2006 + 4 * i}-0${1 + (id % 9)}`,
      endMonth: i === POSITIONS - 1 ? null : `${2009 + 4 * i}-06`,
    })),
    education: [
      {
        school: 'State University',
        degree: pick(['Bachelor of Science', 'Master of Arts']),
        field: pick(skills),
        endYear: 2005,
      },
    ],
  }
}

/** The first sentences, up to the one that reaches `count` words. */
function firstWords(sentences: string[], count: number): string {
  let words = 0
  const end = sentences.findIndex((sentence) => {
    words += countWords(sentence)
    return words >= count
  })
  return sentences.slice(0, end < 0 ? undefined : end + 1).join(' ')
}

function countWords(text: string): number {
  return text.split(' ').length
}

/** When the candidate was last active: evenly over the last year. */
export function lastActiveAt(id: number, now: number): Date {
  return new Date(now - Math.floor(sequence(id ^ 0x5bd1e995)() * 365 * DAY_MS))
}

function readSkillSets(file: string): string[][] {
  const occupations = JSON.parse(readFileSync(file, 'utf8')) as { technologies: string[]; skills: string[] }[]
  return occupations.map(({ technologies, skills }) => [...technologies, ...skills])
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.;:!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(' ').length >= 3)
}
