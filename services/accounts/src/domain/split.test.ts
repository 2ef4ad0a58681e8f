import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merge, splitAt } from './split.ts'

interface Entry {
  createdAt: string
  name: string
}

// Few different times, so that equal ones are common.
const list = (name: string) =>
  fc
    .array(fc.nat(9), { maxLength: 350, size: 'max' })
    .map((times): Entry[] =>
      times
        .sort((a, b) => b - a)
        .map((time, index) => ({ createdAt: `2030-01-01T00:00:0${time}.000Z`, name: `${name}${index}` })),
    )

test('a page cut out of two lists is the page of the merged list, for every page and size', async () => {
  await fc.assert(
    fc.asyncProperty(
      list('left'),
      list('right'),
      fc.nat(700),
      fc.integer({ min: 1, max: 9 }),
      async (left, right, skip, count) => {
        fc.pre(skip <= left.length + right.length)
        const ranked = (entries: Entry[]) => ({
          total: entries.length,
          dates: async (from: number, step: number, count: number) =>
            Array.from({ length: count }, (_, i) => entries[from + i * step]!.createdAt),
        })
        const taken = await splitAt(ranked(left), ranked(right), skip)
        const page = merge(left.slice(taken, taken + count), right.slice(skip - taken, skip - taken + count))
        expect(page.slice(0, count)).toEqual(merge(left, right).slice(skip, skip + count))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('merging keeps every entry and the order, newest first', () => {
  fc.assert(
    fc.property(list('left'), list('right'), (left, right) => {
      const merged = merge(left, right)
      expect(merged.map(({ createdAt }) => createdAt)).toEqual(
        merged
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      )
      expect(new Set(merged)).toEqual(new Set([...left, ...right]))
    }),
  )
})

test('a million entries before the page cost three rounds, and so do all page borders near it', async () => {
  let asked = 0
  const ranked = (odd: number) => ({
    total: 1_000_000,
    dates: async (from: number, step: number, count: number) => {
      asked++
      return Array.from({ length: count }, (_, i) =>
        new Date(4e12 - (2 * (from + i * step) + odd)).toISOString(),
      )
    },
  })
  for (const skip of [999_999, 1_000_000, 1_000_001, 1_999_999]) {
    asked = 0
    expect(await splitAt(ranked(0), ranked(1), skip)).toBe(Math.ceil(skip / 2))
    expect(asked).toBeLessThanOrEqual(6)
  }
})
