import { dayLexeme, dayOf, startOfDay } from './job-terms.ts'
import type { OpenJobPosition } from './open-job-position.ts'

/** Days of the ranges that a search goes through before it looks at all that is older. */
const RANGE_DAYS = [2, 14]

/** A part of the list, newest first: the jobs after a place and, unless it is the last range, from a time on. */
export interface SearchRange {
  after: OpenJobPosition
  from: Date | null
  /** Of the days of the range, one of which each of its jobs has; empty in the last one. */
  dayLexemes: string[]
}

/** The ranges that together are all after a place. A common word fills a page from the first, a rare one has few jobs
 * in the last: no statement sorts more than some thousand jobs. */
export function searchRanges(start: OpenJobPosition): SearchRange[] {
  const ranges: SearchRange[] = []
  let after = start
  let day = dayOf(start.postedAt)
  for (const days of RANGE_DAYS) {
    const from = startOfDay(day - days + 1)
    const dayLexemes = Array.from({ length: days }, (_, i) => dayLexeme(day - i))
    ranges.push({ after, from, dayLexemes })
    // No job has id 0: all that were published before.
    after = { postedAt: from, id: 0 }
    day -= days
  }
  return [...ranges, { after, from: null, dayLexemes: [] }]
}
