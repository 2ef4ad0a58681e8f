import type { AssessmentInput } from '../assessor.ts'
import { sharedWords, similarityTo } from '../posting-terms.ts'
import { MAX_WORDS, termsOf, termsOfWords } from '../terms.ts'
import { titleLikeness } from '../title-likeness.ts'
import { type Criterion, quoted } from './criterion.ts'

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
