import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'

/** Words of a generated profile, on average; of those, words outside of the descriptions of its positions. */
export const WORDS = Number(process.env.BENCH_PROFILE_WORDS ?? 650)
const OTHER_WORDS = 118
const POSITIONS = 4

/** What profiles are made of: sentences of postings, and the skills of one occupation each. */
interface Texts {
  postings: { title: string; sentences: string[] }[]
  skillSets: string[][]
}

/** The profiles of candidates 1 to `count`, as an import takes them, made of jobs.jsonl and occupations.json of a folder;
 * without one, of the twelve sample jobs of this repository, whose profiles are very much alike. */
export function* searchProfiles(count: number, folder: string | undefined): Generator<string> {
  const texts = readTexts(folder)
  for (let id = 1; id <= count; id++) yield `${JSON.stringify(profileOf(id, texts))}\n`
}

function readTexts(folder: string | undefined): Texts {
  const read = (path: string) => readFileSync(path, 'utf8')
  const postings = read(join(folder ?? join(root, 'tools/jobboard/sample'), 'jobs.jsonl'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { title: string; description: string })
    .map(({ title, description }) => ({ title, sentences: sentencesOf(description) }))
    .filter(({ sentences }) => sentences.length > 0)
  if (!folder) return { postings, skillSets: [postings.map(({ title }) => title)] }
  type Occupation = { technologies: string[]; skills: string[] }
  const occupations: Occupation[] = JSON.parse(read(join(folder, 'occupations.json')))
  return { postings, skillSets: occupations.map(({ technologies, skills }) => [...technologies, ...skills]) }
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.;:!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => countWords(sentence) >= 3)
}

const countWords = (text: string): number => text.split(' ').length

/** The same for the same id and texts: about `WORDS` words in four positions, each with the title and sentences of one
 * posting, filled up with sentences of any. */
function profileOf(id: number, { postings, skillSets }: Texts): Record<string, unknown> {
  const { pick, chance, integer } = randomOf(id)
  const skills = pick(skillSets)
  const own = Array.from({ length: POSITIONS }, () => pick(postings))
  const share = (WORDS - OTHER_WORDS) / POSITIONS
  const descriptions = own.map(({ sentences }) => {
    const words = sentences
      .filter(() => chance(0.7))
      .join(' ')
      .split(' ')
    return words.slice(0, share).join(' ')
  })
  let missing = WORDS - OTHER_WORDS - descriptions.reduce((total, text) => total + countWords(text), 0)
  while (missing > 0) {
    const sentence = pick(pick(postings).sentences)
    descriptions[integer(0, POSITIONS - 1)] += ` ${sentence}`
    missing -= countWords(sentence)
  }
  return {
    firstName: 'Ada',
    lastName: `No${id}`,
    email: `ada.${id}@candidates.example`,
    headline: own[0]!.title,
    summary: pick(pick(postings).sentences),
    skills: Array.from({ length: 10 }, () => pick(skills).slice(0, 100)),
    languages: [{ language: pick(['English', 'French', 'Spanish', 'German']), level: 'Fluent' }],
    country: pick(['US', 'US', 'US', 'GB', 'CA', 'DE', 'FR', 'NO', 'SE', 'IN']),
    employmentHistory: own.map(({ title }, i) => ({
      title,
      employer: `${pick(['North', 'Lake', 'Harbour', 'Summit'])} ${pick(['Works', 'Group', 'Clinic', 'Services'])}`,
      description: descriptions[i]!,
      startMonth: `${2006 + 4 * i}-0${1 + (id % 9)}`,
      endMonth: i === POSITIONS - 1 ? null : `${2009 + 4 * i}-06`,
    })),
    education: [
      { school: 'State University', degree: pick(['BSc', 'MA']), field: pick(skills), endYear: 2005 },
    ],
    isSearchable: true,
  }
}

/** Random numbers that depend on the index only: mulberry32. */
function randomOf(index: number) {
  let state = Math.imul(1 ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    pick: <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!,
    chance: (probability: number) => next() < probability,
  }
}
