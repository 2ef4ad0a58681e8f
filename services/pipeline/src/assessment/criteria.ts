import { joinedWords, normalise } from '@jobboard/search-query/tokenise'
import type { Applicant, AssessmentInput, Posting } from './assessment.ts'
import { type PostingTerms, sharedWords } from './posting-terms.ts'
import { MAX_WORDS, type Terms, termsOf } from './terms.ts'

/** One line of the rubric. */
export interface Score {
  criterion: string
  /** Its share in the total, relative to the other criteria that the posting states. */
  weight: number
  /** 0 to 100 */
  score: number
  rationale: string
}

/** Scores one criterion; undefined when the posting does not state it. */
export type Criterion = (input: AssessmentInput, posting: PostingTerms) => Score | undefined

/** Words as a rationale quotes them. */
export const quoted = (words: string[]): string => words.map((word) => `"${word}"`).join(', ')

/** Distance to the place of work, as far as the work mode makes it matter, and the employment type wanted. */
export const location: Criterion = ({ posting, applicant }) => {
  const place = placeOf(posting, applicant)
  const mode = employmentTypeOf(posting, applicant)
  const stated = [place, mode].filter((part) => part !== undefined)
  if (stated.length === 0) return undefined
  return {
    criterion: 'LocationAndWorkMode',
    weight: 10,
    score: stated.reduce((sum, { score }) => sum + score, 0) / stated.length,
    rationale: stated.map(({ text }) => text).join(' '),
  }
}

interface Part {
  score: number
  text: string
}

function placeOf(posting: Posting, applicant: Applicant): Part | undefined {
  if (posting.remoteType === 'FullyRemote')
    return { score: 100, text: 'The work is "FullyRemote": the place does not matter.' }
  if (!posting.city && !posting.country) return undefined
  const where = `"${[posting.city, posting.country].filter(Boolean).join(', ')}"`
  if (!applicant.city && !applicant.country)
    return { score: 40, text: `The work is in ${where}; the candidate states no place.` }
  const inCountry = !posting.country || !applicant.country || posting.country === applicant.country
  if (inCountry && posting.city && applicant.city && isSame(posting.city, applicant.city))
    return { score: 100, text: `The candidate lives at the place of work, ${where}.` }
  const isHybrid = posting.remoteType === 'HybridRemote'
  if (inCountry && posting.country && applicant.country)
    return {
      score: isHybrid ? 70 : 60,
      text: `The work is in ${where}; the candidate lives in that country.`,
    }
  return { score: 20, text: `The work is in ${where}; the candidate lives elsewhere.` }
}

function employmentTypeOf({ employmentType }: Posting, { jobTypes }: Applicant): Part | undefined {
  if (!employmentType || jobTypes.length === 0) return undefined
  const isWanted = jobTypes.includes(employmentType)
  return {
    score: isWanted ? 100 : 0,
    text: `The candidate ${isWanted ? 'looks' : 'does not look'} for "${employmentType}".`,
  }
}

const isSame = (a: string, b: string): boolean => normalise(a).trim() === normalise(b).trim()

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

/** Of a longer answer the rest does not count. */
const MAX_CHARACTERS = 1_000

/** How many of the screening questions are answered, and whether the texts are about the posting. A question does
 * not say which answer is wanted, so yes and no count alike. */
export const screening: Criterion = ({ screening: questions }, posting) => {
  if (questions.length === 0) return undefined
  const answered = questions.filter(({ answer }) => answer !== null)
  const texts = answered.flatMap(({ answer }) => (typeof answer === 'string' ? [answer] : []))
  const terms: Terms = new Map(texts.flatMap((text) => [...termsOf(text.slice(0, MAX_CHARACTERS))]))
  const words = sharedWords(posting, terms, 5)
  const relevance = texts.length === 0 ? 1 : Math.min(1, words.length / 3)
  const about =
    texts.length === 0
      ? ''
      : words.length > 0
        ? ` The texts mention ${quoted(words)}.`
        : ' The texts share no word with the posting.'
  return {
    criterion: 'ScreeningAnswers',
    weight: 5,
    score: (100 * answered.length * (0.7 + 0.3 * relevance)) / questions.length,
    rationale: `${answered.length} of ${questions.length} screening questions are answered.${about}`,
  }
}
