import { sharedWords } from '../posting-terms.ts'
import { type Terms, termsOf } from '../terms.ts'
import { type Criterion, quoted } from './criterion.ts'

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
