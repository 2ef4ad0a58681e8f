import type { SearchDocument } from '../../src/document.ts'
import { encodeWord } from '../../src/tokenise.ts'
import { linkLexeme } from '../../src/tsquery.ts'
import { ambiguousLexeme, isInner, runText, surroundedLexeme } from '../../src/word-links.ts'

/** The distinct words of a document and the lexemes of its links and its ambiguous runs. */
export function lexemesOf({ terms, sections }: SearchDocument): string[] {
  const encoded = sections.map((section) => section.map(encodeWord))
  const links = runsOf(encoded, 2).map(({ run }) => linkLexeme(run))
  return [...new Set([...terms, ...links, ...ambiguousRuns(encoded, 1), ...ambiguousRuns(encoded, 2)])]
}

interface Run {
  run: string[]
  /** The run with the link before it, the run with the link after it, and with both. */
  before?: string[]
  after?: string[]
  whole?: string[]
}

/** All runs of `count` words that are not inner. */
function runsOf(sections: string[][], count: number): Run[] {
  return sections.flatMap((words) => {
    const ends = words.flatMap((word, i) => (isInner(word) ? [] : [i]))
    return ends.slice(count - 1).map((end, i) => {
      const from = ends[i - 1]
      const to = ends[i + count]
      return {
        run: words.slice(ends[i], end + 1),
        ...(from !== undefined && { before: words.slice(from, end + 1) }),
        ...(to !== undefined && { after: words.slice(ends[i], to + 1) }),
        ...(from !== undefined && to !== undefined && { whole: words.slice(from, to + 1) }),
      }
    })
  })
}

function ambiguousRuns(sections: string[][], count: number): string[] {
  const runs = Map.groupBy(runsOf(sections, count), ({ run }) => runText(run))
  return [...runs.values()].flatMap((same) => {
    const distinct = (side: 'before' | 'after' | 'whole') =>
      new Map(same.flatMap((one) => (one[side] ? [[runText(one[side]), one[side]] as const] : [])))
    const whole = distinct('whole')
    if (distinct('before').size * distinct('after').size === whole.size) return []
    return [ambiguousLexeme(same[0]!.run), ...[...whole.values()].map(surroundedLexeme)]
  })
}
