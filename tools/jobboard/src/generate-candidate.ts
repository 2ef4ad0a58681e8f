import vocabulary from '../sample/words.json' with { type: 'json' }

/** Most words in the texts of a generated profile. */
export const MAX_WORDS = 650

const LEVELS = ['Basic', 'Conversational', 'Fluent'] as const
const STATUSES = ['ActivelyLooking', 'OpenToOffers', 'NotLooking'] as const
const WORDS_PER_SENTENCE = 12
// Not the clock: the same seed gives the same file in every year.
const LAST_YEAR = 2025

const list = (text: string) => text.split(', ')
const firstNames = vocabulary.firstNames.split(' ')
const lastNames = vocabulary.lastNames.split(' ')
const languages = list(vocabulary.languages)
const achievements = list(vocabulary.achievements)
const employers = list(vocabulary.employers)
const schools = list(vocabulary.schools)
/** Fields of work, with titles from junior to senior, and what is done, in the past tense. */
const occupations = vocabulary.occupations.map(({ titles, skills, tasks, study }) => {
  return { titles: list(titles), skills: list(skills), tasks: list(tasks), study }
})
type Occupation = (typeof occupations)[number]

/** A candidate as the import takes it, with about `words` words of text. The same seed and index give the same one;
 * each pair has an e-mail address of its own. */
export function generateCandidate(seed: number, index: number, words: number): Record<string, unknown> {
  const random = randomOf(seed, index)
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  const [city, country, currency, language] = random.pick(vocabulary.places)
  const occupation = random.pick(occupations)
  const skills = random.sample(occupation.skills, random.integer(4, 8))
  const level = random.integer(0, occupation.titles.length - 1)
  const salary = random.integer(30, 90) * 1_000
  return {
    firstName,
    lastName,
    email: `${toAscii(firstName)}.${toAscii(lastName)}.${seed}-${index}@candidates.example`,
    phone: `+00 555 ${String(random.integer(0, 9_999_999)).padStart(7, '0')}`,
    headline: `${occupation.titles[level]}, ${skills[0]} and ${skills[1]}`,
    summary: sentences(random, occupation, skills, Math.ceil(words / 4)),
    city,
    country,
    careerStatus: random.pick(STATUSES),
    expectedSalaryMin: salary,
    expectedSalaryMax: salary + random.integer(2, 15) * 1_000,
    expectedSalaryCurrency: currency,
    noticePeriodDays: random.pick([0, 14, 30, 60, 90]),
    jobTypes: random.sample(['FullTime', 'PartTime', 'Contract', 'Temporary'], random.integer(1, 2)),
    skills,
    languages: [
      { language, level: 'Native' },
      ...random
        .sample(
          languages.filter((other) => other !== language),
          random.integer(0, 2),
        )
        .map((other) => ({ language: other, level: random.pick(LEVELS) })),
    ],
    nationalities: [country],
    employmentHistory: employment(random, occupation, skills, level, words - Math.ceil(words / 4)),
    education: education(random, occupation),
    isSearchable: random.chance(0.95),
  }
}

function employment(random: Random, occupation: Occupation, skills: string[], level: number, words: number) {
  const count = random.integer(1, 4)
  let year = LAST_YEAR
  return Array.from({ length: count }, (_, index) => {
    const endMonth = index === 0 ? null : month(random, year)
    year -= random.integer(1, 5)
    return {
      title: occupation.titles[Math.max(0, level - index)],
      employer: random.pick(employers),
      startMonth: month(random, year),
      endMonth,
      description: sentences(random, occupation, skills, Math.ceil(words / count)),
    }
  })
}

function education(random: Random, { study }: Occupation) {
  const degree = random.pick(['BSc', 'MSc', 'Diploma', 'Certificate'])
  return [
    { school: random.pick(schools), degree, field: study, endYear: random.integer(1990, LAST_YEAR - 1) },
  ]
}

function sentences(random: Random, { tasks }: Occupation, skills: string[], words: number): string {
  const count = Math.max(1, Math.round(words / WORDS_PER_SENTENCE))
  return Array.from({ length: count }, () => {
    const task = random.pick(tasks)
    return `${task[0]!.toUpperCase()}${task.slice(1)} ${random.pick(achievements)}, using ${random.pick(skills)}.`
  }).join(' ')
}

function month(random: Random, year: number): string {
  return `${year}-${String(random.integer(1, 12)).padStart(2, '0')}`
}

function toAscii(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
  return plain.replace(/[^a-z]/g, '')
}

/** Random numbers that depend on a seed and an index only. */
interface Random {
  /** A whole number from `min` to `max`. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** `count` different values, or all when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[]
  chance(probability: number): boolean
}

/** The numbers of one object of a series: mulberry32, seeded by both. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    sample(list, count) {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        return rest.splice(integer(0, rest.length - 1), 1)[0]!
      })
    },
    chance: (probability) => next() < probability,
  }
}
