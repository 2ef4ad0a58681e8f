import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockLexemes, type SearchRange, searchRanges } from './search.ts'

const isAfter = (at: Date, id: number, { after }: SearchRange) =>
  at.getTime() < after.at.getTime() || (at.getTime() === after.at.getTime() && id < after.id)

const HOUR_MS = 3_600_000
// Many on the borders of blocks.
const time = fc
  .tuple(fc.integer({ min: 0, max: 4_000 }), fc.constantFrom(-1, 0, 1, 1_234))
  .map(
    ([block, ms]) =>
      new Date(1_700_000_000_000 - (1_700_000_000_000 % (2 * HOUR_MS)) + block * 2 * HOUR_MS + ms),
  )
const place = fc.record({ at: time, id: fc.integer({ min: 1, max: 3 }) })

test('a job after a place is in exactly one range, and has one of its lexemes', () => {
  fc.assert(
    fc.property(place, place, (start, job) => {
      const ranges = searchRanges(start).filter((range) => {
        return isAfter(job.at, job.id, range) && (range.from === null || job.at >= range.from)
      })
      const isIncluded = isAfter(job.at, job.id, { after: start, from: null, lexemes: [] })
      expect(ranges).toHaveLength(isIncluded ? 1 : 0)
      const own = blockLexemes(job.at)
      for (const { from, lexemes } of ranges) {
        if (from !== null) expect(lexemes.filter((lexeme) => own.includes(lexeme))).toHaveLength(1)
      }
    }),
    { numRuns: 2_000 },
  )
})
