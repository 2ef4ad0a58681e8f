import { expect, test } from 'vitest'
import { type IncomingBody, openBodyMemoryBudget } from './collect-body.ts'

const body = (holder: string, aborted: string[], name = holder): IncomingBody => ({
  holder,
  bytes: 0,
  abort: () => void aborted.push(name),
})

test('over the budget the holder with the most bytes loses its oldest body', () => {
  const aborted: string[] = []
  const budget = openBodyMemoryBudget(100)
  budget.reserve(body('slow and honest', aborted), 30)
  budget.reserve(body('flood', aborted, 'first'), 25)
  budget.reserve(body('flood', aborted, 'second'), 25)
  expect(aborted).toEqual([])
  budget.reserve(body('newcomer', aborted), 25)
  expect(aborted).toEqual(['first'])
})

test('between holders of equal amounts the one that began first loses its body', () => {
  const aborted: string[] = []
  const budget = openBodyMemoryBudget(100)
  for (const name of ['a', 'b', 'c']) budget.reserve(body(name, aborted), 40)
  expect(aborted).toEqual(['a'])
})

test('released bytes are free again, and a body that grows counts as a whole', () => {
  const aborted: string[] = []
  const budget = openBodyMemoryBudget(100)
  const first = body('a', aborted)
  budget.reserve(first, 60)
  budget.release(first)
  const second = body('b', aborted)
  for (let i = 0; i < 9; i++) budget.reserve(second, 10)
  expect(aborted).toEqual([])
  budget.reserve(second, 11)
  expect(aborted).toEqual(['b'])
  budget.reserve(body('c', aborted), 100)
  expect(aborted).toEqual(['b'])
})
