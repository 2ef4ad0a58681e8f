import type { JobPosition } from './job-position.ts'

const HOUR_MS = 3_600_000
/** Lengths of the blocks of time in which jobs are searched, shortest first. */
const BLOCKS_MS = [2 * HOUR_MS, 24 * HOUR_MS, 16 * 24 * HOUR_MS]

/** A part of the list, newest first: the jobs after a place and, unless it is the last range, from a time on. */
export interface SearchRange {
  after: JobPosition
  from: Date | null
  /** Each job of the range has one of these; empty in the last range. */
  lexemes: string[]
}

/** The lexemes of the blocks in which a job was published, one of each length. */
export function blockLexemes(postedAt: Date): string[] {
  return BLOCKS_MS.map((lengthMs, level) => blockLexeme(level, Math.floor(postedAt.getTime() / lengthMs)))
}

/** The ranges that together are all after a place: two blocks of each length, then the rest. A common word fills a page
 * from the first range, and a word that reaches the last is rare: no statement sorts more than some thousand jobs. */
export function searchRanges(start: JobPosition): SearchRange[] {
  let after = start
  const ranges = BLOCKS_MS.map((lengthMs, level) => {
    const block = Math.floor((after.at.getTime() - 1) / lengthMs)
    const from = new Date((block - 1) * lengthMs)
    // A place on the border of a block has jobs of the same time after it.
    const blocks = [block + 1, block, block - 1].filter((one) => one * lengthMs <= after.at.getTime())
    const range = { after, from, lexemes: blocks.map((one) => blockLexeme(level, one)) }
    // No job has id 0: all that were published before.
    after = { at: from, id: 0 }
    return range
  })
  return [...ranges, { after, from: null, lexemes: [] }]
}

function blockLexeme(level: number, block: number): string {
  return `@block${level}=${block}`
}
