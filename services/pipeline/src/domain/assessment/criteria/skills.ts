import { sharedWords, similarityTo } from '../posting-terms.ts'
import { type Terms, termsOf, termsOfWords } from '../terms.ts'
import { type Criterion, quoted } from './criterion.ts'

/** Of a longer list the rest does not count: a list of everything proves nothing. */
const MAX_SKILLS = 60
/** A longer entry is a sentence, not a skill. */
const MAX_WORDS = 6
/** Matches that earn half of the credit. */
const HALF = 2.5

/** Similarity of all tasks that earns the full credit. */
const FULL_SIMILARITY = 0.2

/** Half for the listed skills that the posting mentions, each further match counting less; half for the words of the
 * posting that the tasks of all positions have, so that a list alone earns half at most. */
export const skills: Criterion = ({ applicant }, posting) => {
  const tasks: Terms = new Map(
    applicant.positions.slice(0, 15).flatMap((p) => [...termsOfWords(posting.ownWords(p.description))]),
  )
  const shown = Math.min(1, similarityTo(posting, tasks) / FULL_SIMILARITY)
  const entries = applicant.skills
    .slice(0, MAX_SKILLS)
    .map((name) => ({ name, terms: termsOf(name) }))
    .filter(({ terms }) => terms.size > 0 && terms.size <= MAX_WORDS)
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
