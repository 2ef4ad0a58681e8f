import { normalise } from '@jobboard/search-query/tokenise'
import { termsOf } from '../terms.ts'
import { type Criterion, quoted } from './criterion.ts'

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
