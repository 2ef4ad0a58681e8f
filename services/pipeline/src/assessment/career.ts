import { normalise } from '@jobboard/search-query/tokenise'
import type { AssessmentInput } from './assessment.ts'
import { type Criterion, quoted } from './criteria.ts'
import { sharedWords, similarityTo } from './posting-terms.ts'
import { MAX_WORDS, type Terms, termsOf, termsOfWords, wordsOf } from './terms.ts'

const MAX_POSITIONS = 15
/** Similarity of the tasks of all positions that earns the full credit. */
const FULL_SIMILARITY = 0.3
/** Credit for the similarity of all titles to the posting, and for the likeness of the nearest one to its title. */
const TITLE_SIMILARITY = 2
const TITLE_LIKENESS = 0.7
/** Below it two titles are alike by chance. */
const LEAST_LIKENESS = 0.2
/** A headline is a claim, a position was held. */
const HEADLINE_FACTOR = 0.8

/** How near titles and tasks of the positions held are to the posting, and whether they lasted as long as it asks. */
export const experience: Criterion = ({ posting: { title, description }, applicant }, posting) => {
  const positions = applicant.positions.slice(0, MAX_POSITIONS)
  const titles = [
    ...positions.map((position) => ({ title: position.title, factor: 1 })),
    { title: applicant.headline, factor: HEADLINE_FACTOR },
  ].map((entry) => ({ ...entry, likeness: entry.factor * titleLikeness(title, entry.title) }))
  const nearest = titles.reduce((a, b) => (b.likeness > a.likeness ? b : a))
  const likeness = nearest.likeness < LEAST_LIKENESS ? 0 : nearest.likeness
  const titleTerms = termsOf(titles.map((entry) => entry.title).join('\n'))
  const titleScore = Math.min(
    1,
    TITLE_SIMILARITY * similarityTo(posting, titleTerms) + TITLE_LIKENESS * likeness,
  )
  const words = positions.flatMap((position) => posting.ownWords(position.description))
  const tasks = termsOfWords(words.slice(0, MAX_WORDS))
  const taskScore = Math.min(1, similarityTo(posting, tasks) / FULL_SIMILARITY)
  const years = yearsScore(description ?? '', positions)
  const relevance = 0.5 * titleScore + 0.5 * taskScore
  const [titleWords, taskWords] = [sharedWords(posting, titleTerms), sharedWords(posting, tasks)]
  const parts = [
    likeness > 0 ? `Nearest title: "${nearest.title}".` : 'No title resembles that of the posting.',
    ...(titleWords.length > 0 ? [`Titles share ${quoted(titleWords)} with the posting.`] : []),
    taskWords.length > 0
      ? `Tasks share ${quoted(taskWords)} with the posting.`
      : 'Tasks share no word with the posting.',
  ]
  if (years) parts.push(years.rationale)
  return {
    criterion: 'Experience',
    weight: 45,
    score: 100 * relevance * (years ? 0.8 + 0.2 * years.score : 1),
    rationale: parts.join(' '),
  }
}

// Each blank belongs to one part only: `\s*\+?\s*` would take time that grows with the square of a run of blanks.
const YEARS = /(\d{1,2})(?:\s*\+)?(?:\s*\))?\s*(?:years?|ans|années?)\b/giu

/** The years that the posting asks for, against the sum of all positions. */
function yearsScore(text: string, positions: AssessmentInput['applicant']['positions']) {
  const asked = [...text.matchAll(YEARS)].map(([, years]) => Number(years)).filter((years) => years <= 15)
  const required = asked.length === 0 ? 0 : Math.min(...asked)
  if (required === 0) return undefined
  const held = positions.reduce((sum, { months }) => sum + months, 0) / 12
  const rationale = `The posting asks for ${required} years; positions add up to ${Math.floor(held)}.`
  return { score: Math.min(1, held / required), rationale }
}

/** Of a longer list the rest does not count: a list of everything proves nothing. */
const MAX_SKILLS = 60
/** A longer entry is a sentence, not a skill. */
const MAX_SKILL_WORDS = 6
/** Matches that earn half of the credit. */
const HALF = 2.5

/** Similarity of all tasks that earns the full credit. */
const FULL_SKILLS_SIMILARITY = 0.2

/** Half for the listed skills that the posting mentions, each further match counting less; half for the words of the
 * posting that the tasks of all positions have, so that a list alone earns half at most. */
export const skills: Criterion = ({ applicant }, posting) => {
  const tasks: Terms = new Map(
    applicant.positions.slice(0, 15).flatMap((p) => [...termsOfWords(posting.ownWords(p.description))]),
  )
  const shown = Math.min(1, similarityTo(posting, tasks) / FULL_SKILLS_SIMILARITY)
  const entries = applicant.skills
    .slice(0, MAX_SKILLS)
    .map((name) => ({ name, terms: termsOf(name) }))
    .filter(({ terms }) => terms.size > 0 && terms.size <= MAX_SKILL_WORDS)
  const distinct = [...new Map(entries.map((entry) => [[...entry.terms.keys()].join(' '), entry])).values()]
  const seen = new Set<string>()
  let matches = 0
  const found: string[] = []
  for (const { name, terms } of distinct) {
    const share = matchOf(terms, posting.all, seen)
    const inTitle = [...terms.keys()].some((stem) => posting.title.has(stem))
    matches += share * (inTitle ? 2 : 1)
    if (share >= 0.5) found.push(name)
  }
  const precision = distinct.length === 0 ? 0 : Math.min(1, (4 * matches) / distinct.length)
  const words = sharedWords(posting, new Map(distinct.flatMap(({ terms }) => [...terms])))
  return {
    criterion: 'Skills',
    weight: 30,
    score: 50 * (matches / (matches + HALF)) * (0.4 + 0.6 * precision) + 50 * shown,
    rationale:
      found.length > 0
        ? `The posting mentions ${found.length} of ${distinct.length} listed skills: ${quoted(found.slice(0, 8))}; matching words: ${quoted(words)}.`
        : `The posting mentions none of the ${distinct.length} listed skills.`,
  }
}

/** The share of a skill's terms that the posting has; terms that an earlier skill matched don't count again. */
function matchOf(terms: Terms, posting: Terms, seen: Set<string>): number {
  const matching = [...terms.keys()].filter((stem) => posting.has(stem) && !seen.has(stem))
  for (const stem of matching) seen.add(stem)
  return matching.length / terms.size
}

// English and French names of degrees, lowest first.
const levels = [
  {
    name: 'high school',
    pattern: /\b(high school|ged|secondary school|diploma|baccalaureat|d?etudes secondaires)\b/,
  },
  {
    name: 'associate',
    pattern: /\b(associates?( s)? degree|associate|some college|college diploma|dec|dut|bts)\b/,
  },
  {
    name: 'bachelor',
    pattern:
      /\b(bachelors?|b\.? ?sc|b\.? ?a\.?|undergraduate degree|university degree|licence|baccalaureat universitaire)\b/,
  },
  { name: 'master', pattern: /\b(masters?|m\.? ?sc|mba|graduate degree|maitrise)\b/ },
  {
    name: 'doctorate',
    pattern: /\b(doctorate|doctoral|doctor of|ph\.? ?d|m\.?d\.?|j\.?d\.?|doctorat)\b/,
  },
]

/** Of the posting; more than the words that count have. */
const MAX_CHARACTERS = 30_000

/** The highest degree against the lowest that the posting names, and whether its field is mentioned. */
export const education: Criterion = ({ posting: { description }, applicant }, posting) => {
  const text = plain((description ?? '').slice(0, MAX_CHARACTERS))
  const required = levels.findIndex(({ pattern }) => pattern.test(text))
  if (required === -1) return undefined
  const held = Math.max(-1, ...applicant.education.map(({ degree }) => levelOf(degree)))
  const fields = applicant.education.map(({ field }) => ({ field, terms: termsOf(field) }))
  const matching = fields.filter(({ terms }) => [...terms.keys()].some((stem) => posting.all.has(stem)))
  const gap = required - held
  const level = held === -1 ? 0 : gap <= 0 ? 1 : gap === 1 ? 0.5 : 0.2
  const parts = [
    `The posting names "${levels[required]!.name}"; the highest degree is ${held === -1 ? 'not stated' : `"${levels[held]!.name}"`}.`,
    matching.length > 0
      ? `It mentions the field ${quoted(matching.slice(0, 3).map(({ field }) => field))}.`
      : 'It mentions no field of study of the candidate.',
  ]
  return {
    criterion: 'Education',
    weight: 10,
    score: 60 * level + (matching.length > 0 ? 40 : 0),
    rationale: parts.join(' '),
  }
}

// `d'études` becomes one word, as `bachelor's` does.
const plain = (text: string): string => normalise(text).replace(/'/g, '')

function levelOf(degree: string): number {
  return levels.findLastIndex(({ pattern }) => pattern.test(plain(degree)))
}

/** Letters in a row that are compared, with the start and the end of a word as letters of their own. */
const RUN = 3

/** Share of runs of three letters that the words of two titles have in common (Dice), 0 to 1: `Waiter` and `Waitress` are
 * alike, though no word of them is the same. */
export function titleLikeness(a: string, b: string): number {
  const [runsOfA, runsOfB] = [runsOf(a), runsOf(b)]
  if (runsOfA.size === 0 || runsOfB.size === 0) return 0
  const shared = [...runsOfA].filter((run) => runsOfB.has(run)).length
  return (2 * shared) / (runsOfA.size + runsOfB.size)
}

function runsOf(title: string): Set<string> {
  const runs = new Set<string>()
  for (const word of wordsOf(title)) {
    const letters = ['^', ...word, '$']
    for (let i = 0; i + RUN <= letters.length; i++) runs.add(letters.slice(i, i + RUN).join(''))
  }
  return runs
}
