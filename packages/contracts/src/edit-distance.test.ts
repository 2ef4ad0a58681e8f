import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

/** The whole table. */
function ofAllCells(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      table[i]![j] = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1),
        isSwap ? table[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
  return table[one.length]![other.length]!
}

test('the distance within a limit is that of the whole table', () => {
  const texts = ['']
  for (let at = 0; texts.length < 364; at++)
    for (const letter of ['a', 'b', 'c']) texts.push(texts[at]! + letter)
  const limitOf = (one: string, other: string) => (one.length + other.length) % 4
  const wrong = texts.flatMap((one) =>
    texts.filter((other) => {
      const limit = limitOf(one, other)
      return editDistance(one, other, limit) !== Math.min(ofAllCells(one, other), limit + 1)
    }),
  )
  expect([texts.length, wrong]).toEqual([364, []])
})
