import { expect, test } from 'vitest'
import { openRush } from './rush.ts'

test('steps that end 10 ms after each other are a rush, those after 20 ms and the first one are not', () => {
  let now = 0
  const isRush = openRush(() => now)
  const after = (ms: number) => {
    now += ms
    return isRush()
  }
  expect([0, 20, 10, 10, 20, 10].map(after)).toEqual([false, false, true, true, false, true])
})
