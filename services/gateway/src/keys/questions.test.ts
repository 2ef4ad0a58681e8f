import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import { expect, test } from 'vitest'
import { openQuestions } from './questions.ts'

const list = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`)

test('what comes while a question is under way goes in the next ones, none larger than accounts takes', async () => {
  const questions: string[][] = []
  const askAbout = openQuestions(async (hashes) => void questions.push(hashes), {
    everyMs: 0,
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  const keys = list(2 * MAX_KEYS_PER_LOOKUP + 1)
  await Promise.all([...keys, ...keys].map(askAbout))
  expect(questions.map((hashes) => hashes.length)).toEqual([MAX_KEYS_PER_LOOKUP, MAX_KEYS_PER_LOOKUP, 1])
  expect(questions.flat()).toEqual(keys)
})

test('503: a question that fails fails for those it was about, and the next one goes out', async () => {
  let asked = 0
  const ask = async () => {
    if (++asked === 1) throw new Error('lost')
  }
  const askAbout = openQuestions(ask, { everyMs: 0, maxWaiting: 2 })
  const answers = await Promise.allSettled(list(3).map(askAbout))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(asked).toBe(1)
  await askAbout('key 0')
  expect(asked).toBe(2)
})
