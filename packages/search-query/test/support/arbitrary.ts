import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { and, type Node, not, or, type Pattern, type Phrase, type Prefix, type Term } from '../../src/ast.ts'
import { limits } from '../../src/limits.ts'
import { parseLeaf } from '../../src/parse.ts'
import { isLoneWord } from '../../src/tokenise.ts'

/** Number of runs per property unless QUERY_RUNS is set. */
export const numRuns = Number(process.env.QUERY_RUNS ?? randomRuns(300))

// Few words, some of them prefixes of others, so that random queries match some profiles and not others.
const WORDS =
  'c c++ c# a+ net .net node js java javascript java8 woman women r d ci cd machine learning learn near and or in the not σοφοσ москва 한국어 工 程 師 ที่'.split(
    ' ',
  )
// Letters that are words; few, so that the links of a long phrase often occur apart.
const LETTERS = [...'工程師工']

const term: fc.Arbitrary<Term> = fc.constantFrom(...WORDS).map((word) => ({ type: 'term', word, at: 0 }))

const wildcard = fc
  .tuple(
    fc.constantFrom(...WORDS.filter((word) => [...word].length > 1 && !isLoneWord(word))),
    fc.nat(),
    fc.constantFrom('*', '?', '*?', '**'),
  )
  .map(([word, at, wild]) => {
    const characters = [...word]
    const start = limits.charactersBeforeWildcard + (at % (characters.length - 1))
    characters.splice(start, at % 3, wild)
    const text = characters.join('')
    return parseLeaf({ kind: 'word', text, at: 0, end: text.length }) as Prefix | Pattern
  })
  .filter(({ type }) => type === 'prefix' || type === 'wild')

// Runs of consecutive words from WORDS: long phrases that some profile contains.
const consecutiveWords = fc
  .tuple(fc.nat(WORDS.length - 1), fc.integer({ min: 1, max: 5 }))
  .map(([start, length]) => WORDS.slice(start, start + length))

const anyLetters = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 12 })

const phrase: fc.Arbitrary<Phrase> = fc
  .tuple(
    fc.oneof(
      consecutiveWords,
      anyLetters,
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: limits.phraseWords - 1 }),
    ),
    fc.oneof({ arbitrary: term, weight: 3 }, wildcard),
    fc.boolean(),
  )
  .map(([words, last, whole]): Phrase => {
    const [end, ...head] = words.toReversed()
    if (!whole || head.length === 0) return { type: 'phrase', head: words, last, at: 0 }
    return { type: 'phrase', head: head.toReversed(), last: { type: 'term', word: end!, at: 0 }, at: 0 }
  })

const shortPhrase = phrase.map(({ head, ...rest }): Phrase => ({ ...rest, head: head.slice(0, 1) }))

const anyLeaf = fc.oneof(term, wildcard, shortPhrase, phrase)
export const anyWildcard = wildcard
export const anyPhrase = fc.oneof(shortPhrase, phrase)

/** Any query tree, including those that match an empty profile. */
export const anyNode: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'node' },
    anyLeaf,
    fc.array(tie('node'), { minLength: 2, maxLength: 4 }).map(and),
    fc.array(tie('node'), { minLength: 2, maxLength: 4 }).map(or),
    tie('node').map((node) => not(node, 0)),
  ),
})).node

/** Texts of a profile made of the same words. */
export const anyTexts = fc.array(
  fc
    .array(
      fc.oneof(
        { arbitrary: fc.constantFrom(...WORDS), weight: 4 },
        consecutiveWords,
        anyLetters.map((letters) => letters.join('')),
      ),
      { maxLength: 12 },
    )
    .map((words) => words.flat().join(' ')),
  { maxLength: 4 },
)
