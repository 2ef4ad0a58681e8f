import { joinedWords } from '@jobboard/search-query/tokenise'
import { MAX_WORDS } from '../terms.ts'
import { type Criterion, quoted } from './criterion.ts'

// English, French and own names of a language.
const languageNames = [
  ['english', 'anglais'],
  ['french', 'francais', 'francaise'],
  ['german', 'allemand', 'deutsch'],
  ['spanish', 'espagnol', 'espanol'],
  ['italian', 'italien', 'italiano'],
  ['portuguese', 'portugais', 'portugues'],
  ['dutch', 'neerlandais', 'nederlands'],
  ['norwegian', 'norvegien', 'norsk'],
  ['swedish', 'suedois', 'svenska'],
  ['danish', 'danois', 'dansk'],
  ['finnish', 'finnois', 'suomi'],
  ['polish', 'polonais', 'polski'],
  ['czech', 'tcheque', 'cestina'],
  ['russian', 'russe'],
  ['ukrainian', 'ukrainien'],
  ['greek', 'grec'],
  ['turkish', 'turc', 'turkce'],
  ['arabic', 'arabe'],
  ['hebrew', 'hebreu'],
  ['hindi'],
  ['chinese', 'chinois', 'mandarin', 'cantonese'],
  ['japanese', 'japonais'],
  ['korean', 'coreen'],
  ['vietnamese', 'vietnamien'],
  ['navajo'],
]

const points = { Native: 100, Fluent: 100, Conversational: 60, Basic: 30 }

/** The level in each language that the posting names; adjectives of nationality count as well, which is rare. */
export const languages: Criterion = ({ posting: { title, description }, applicant }) => {
  const words = new Set(joinedWords(`${title} ${description ?? ''}`, MAX_WORDS))
  const named = languageNames.filter((names) => names.some((name) => words.has(name)))
  if (named.length === 0) return undefined
  const results = named.map((names) => {
    const spoken = applicant.languages.find(({ language }) =>
      joinedWords(language).some((word) => names.includes(word)),
    )
    return { name: names[0]!, level: spoken?.level }
  })
  const total = results.reduce((sum, { level }) => sum + (level ? points[level] : 0), 0)
  const stated = results.map(({ name, level }) => `${quoted([name])} (${level ?? 'not listed'})`)
  return {
    criterion: 'Languages',
    weight: 5,
    score: total / results.length,
    rationale: `The posting names ${stated.join(', ')}.`,
  }
}
