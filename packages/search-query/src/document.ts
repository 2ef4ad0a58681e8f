import { limits } from './limits.ts'
import { encodeWord, tokenise } from './tokenise.ts'
import { isContent, isInsideLink, longPair, shortPair, wordLink } from './word-links.ts'

/** Searchable form of a profile: words by section for the reference evaluator; distinct encoded words and the encoded text
 * `|/machine/learning/c++/|/acme/|` for Postgres. */
export type SearchDocument = { sections: string[][]; terms: string[]; body: string }

/** Builds the searchable form. Each text is a section of its own, which no phrase spans (D-42). */
export function toSearchDocument(texts: readonly string[]): SearchDocument {
  return documentOf(wordLists(texts))
}

function* wordLists(texts: readonly string[]) {
  for (const text of texts) yield tokenise(text)
}

/** The searchable form of sections of words. Words beyond `limits.documentWords` are dropped. */
export function documentOf(lists: Iterable<readonly string[]>): SearchDocument {
  const sections: string[][] = []
  let remaining: number = limits.documentWords
  for (const list of lists) {
    const words = list.slice(0, remaining)
    remaining -= words.length
    if (words.length > 0) sections.push(words)
    if (remaining === 0) break
  }
  const encoded = sections.map((words) => words.map(encodeWord))
  const body = encoded.map((words) => `|/${words.join('/')}/`).join('')
  return { sections, terms: [...new Set(encoded.flat())], body: `${body}|` }
}

/** The links to and from a content word in one document, without the word itself: `years/of` and `in/nursing`. */
interface Neighbours {
  /** For each link to the word the links from it that follow. */
  befores: Map<string, Set<string>>
  afters: Set<string>
}

/** Of a document with more pairs to compare, every pair has its long value. */
const MAX_COMPARED = 10_000

/** The distinct links of `SearchDocument.body`, from each word that is not inner to the next content word with the words between
 * them, and the pairs of its ambiguous links. */
export function documentLinks(body: string): string[] {
  const links: string[] = []
  const ambiguous: [string, Neighbours][] = []
  for (const [word, neighbours] of neighboursOf(body)) {
    const { befores, afters } = neighbours
    for (const [before, following] of befores) {
      const isAmbiguous = following.size < afters.size
      if (!isAmbiguous) befores.delete(before)
      links.push(wordLink(`${before}/${word}`, isAmbiguous))
    }
    if (befores.size > 0) ambiguous.push([word, neighbours])
  }
  return [...links, ...linkPairs(ambiguous)]
}

/** The content words of a document with their links. */
function neighboursOf(body: string): Map<string, Neighbours> {
  const found = new Map<string, Neighbours>()
  for (const section of body.split('|')) {
    // A section starts and ends with a slash.
    const words = section.split('/').slice(1, -1)
    let starts: number[] = []
    let last: { index: number; neighbours: Neighbours; befores: string[] } | undefined
    for (const [i, word] of words.entries()) {
      if (isContent(word)) {
        const neighbours = found.get(word) ?? { befores: new Map(), afters: new Set() }
        found.set(word, neighbours)
        const befores = starts.map((start) => words.slice(start, i).join('/'))
        for (const before of befores)
          if (!neighbours.befores.has(before)) neighbours.befores.set(before, new Set())
        if (last && last.index === starts[0]) {
          const after = words.slice(last.index + 1, i + 1).join('/')
          last.neighbours.afters.add(after)
          for (const before of last.befores) last.neighbours.befores.get(before)!.add(after)
        }
        last = { index: i, neighbours, befores }
        starts = []
      }
      if (!isInsideLink(word)) starts.push(i)
      // No phrase contains a longer link.
      starts = starts.filter((start) => i + 1 - start < limits.phraseWords)
    }
  }
  return found
}

/** Each pair of an ambiguous link and one after it in one of its values: the short one, unless two links of the document that do
 * not follow each other have the same. */
function linkPairs(ambiguous: readonly [string, Neighbours][]): Set<string> {
  const compared = ambiguous.reduce((sum, [, { befores, afters }]) => sum + befores.size * afters.size, 0)
  const isCompared = compared <= MAX_COMPARED
  const pairs: string[] = []
  const taken = new Set<string>()
  for (const [word, { befores, afters }] of ambiguous)
    for (const [before, following] of befores)
      for (const after of isCompared ? afters : following) {
        const pair = `${before}/${word}/${after}`
        if (following.has(after)) pairs.push(pair)
        else taken.add(shortPair(pair))
      }
  return new Set(
    pairs.filter(isInPhrase).map((pair) => {
      const short = shortPair(pair)
      return isCompared && !taken.has(short) ? short : longPair(pair)
    }),
  )
}

/** Whether a phrase can have so many words. In one of them two letters of a script without blanks are one word of the phrase. */
function isInPhrase(text: string): boolean {
  return text.split('/').length <= limits.phraseWords + 1
}
