import type { AssessmentInput } from '../assessor.ts'
import { withoutCopiesOf } from '../copied-text.ts'
import { type PostingTerms, sharedWords, similarityTo } from '../posting-terms.ts'
import { termWeight } from '../term-weight.ts'
import { type Terms, termsOf } from '../terms.ts'
import { type Criterion, quoted } from './criterion.ts'

const MAX_POSITIONS = 15
/** Similarity of tasks that earns the full credit. */
const FULL_SIMILARITY = 0.2
/** A headline is a claim, a position was held. */
const HEADLINE_FACTOR = 0.8

/** How near titles and tasks of the positions held are to the posting, and whether they lasted as long as it asks. */
export const experience: Criterion = ({ posting: { title, description }, applicant }, posting) => {
  const withoutCopies = withoutCopiesOf(`${title}\n${description ?? ''}`)
  const positions = applicant.positions.slice(0, MAX_POSITIONS)
  const titles = [
    ...positions.map((position) => ({ title: position.title, factor: 1 })),
    { title: applicant.headline, factor: HEADLINE_FACTOR },
  ].map((entry) => ({ ...entry, score: entry.factor * titleScore(posting, termsOf(entry.title)) }))
  const best = titles.reduce((a, b) => (b.score > a.score ? b : a))
  const tasks = positions.map((position) => {
    const terms = termsOf(withoutCopies(position.description))
    return { terms, score: Math.min(1, similarityTo(posting, terms) / FULL_SIMILARITY) }
  })
  const bestTasks = tasks.reduce((a, b) => (b.score > a.score ? b : a), { terms: new Map(), score: 0 })
  const words = sharedWords(posting, bestTasks.terms)
  const years = yearsScore(description ?? '', positions)
  const relevance = 0.5 * best.score + 0.5 * bestTasks.score
  const parts = [
    best.score > 0
      ? `Nearest title: "${best.title}".`
      : 'No title of a position shares a word with the posting.',
    words.length > 0
      ? `Tasks share ${quoted(words)} with the posting.`
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

/** Share of common words (Dice), or most of the credit when the posting's text has the words of the title. */
function titleScore({ title, all }: PostingTerms, terms: Terms): number {
  if (terms.size === 0) return 0
  const inTitle = sizeOf([...terms.keys()].filter((stem) => title.has(stem)))
  const inText = sizeOf([...terms.keys()].filter((stem) => all.has(stem)))
  const size = sizeOf(terms.keys())
  return Math.max((2 * inTitle) / (sizeOf(title.keys()) + size), (0.6 * inText) / size)
}

/** Number of terms; a common one counts less. */
function sizeOf(stems: Iterable<string>): number {
  let size = 0
  for (const stem of stems) size += termWeight(stem)
  return size
}

const YEARS = /(\d{1,2})\s*\+?\s*(?:\)\s*)?(?:years?|ans|années?)\b/giu

/** The years that the posting asks for, against the sum of all positions. */
function yearsScore(text: string, positions: AssessmentInput['applicant']['positions']) {
  const asked = [...text.matchAll(YEARS)].map(([, years]) => Number(years)).filter((years) => years <= 15)
  const required = asked.length === 0 ? 0 : Math.min(...asked)
  if (required === 0) return undefined
  const held = positions.reduce((sum, { months }) => sum + months, 0) / 12
  const rationale = `The posting asks for ${required} years; positions add up to ${Math.floor(held)}.`
  return { score: Math.min(1, held / required), rationale }
}
