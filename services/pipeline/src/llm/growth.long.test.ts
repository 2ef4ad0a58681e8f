import { expect, test } from 'vitest'
import { addressesReader } from './judgement.ts'
import { withoutWithheld } from './withheld.ts'

const LENGTHS = [1_000, 10_000, 100_000]
const ROUNDS = 3

// Repeated up to the length: beginnings of patterns and of terms without an end, ages, clauses and sentences.
const PARTS = [
  ...[
    'a',
    ' ',
    '. ',
    'a. ',
    '!\n',
    '\n',
    'ignore ',
    'score ',
    'you ',
    'the ',
    'must be ',
    '<',
    '1 ',
    '1-',
    '61 ',
    '61 years ',
  ],
  ...[
    '61, ',
    'i am 61 ',
    'trade ',
    'member of the ',
    'ver ',
    'ig ',
    'a@',
    'aя',
    'e\u0301',
    '\u0301',
    '\u200b',
    '信',
    'deaf ',
  ],
]

test.each(PARTS)('%j: ten times the text takes at most thirty times as long', (part) => {
  const works = LENGTHS.map((length) => {
    const text = `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}x`
    const position = { title: '', months: 1, tasks: text }
    const material = {
      posting: { title: '', description: '' },
      applicant: { headline: '', skills: [], positions: [position], education: [] },
    }
    return () => {
      // Each length does the same number of characters in all, so that the clock matters to each alike.
      for (let left = LENGTHS.at(-1)!; left > 0; left -= length) {
        withoutWithheld(text, ['CH'])
        addressesReader(material)
      }
    }
  })
  for (const work of works) work()
  const rounds = Array.from({ length: ROUNDS }, () => works.map(cpuTime))
  const [small, medium, large] = works.map(
    (_, i) => rounds.map((round) => round[i]!).toSorted((a, b) => a - b)[1]!,
  )
  expect(medium! / small!).toBeLessThan(3)
  expect(large! / medium!).toBeLessThan(3)
})

function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(user + system, 1)
}
