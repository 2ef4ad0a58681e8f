import { expect, test } from 'vitest'
import { titleLikeness } from './title-likeness.ts'

test.each([
  ['Waiter', 'WAITER', 1],
  // ^wa wai ait and ite, ter, er$ or itr, tre, res, ess, ss$
  ['Waiter', 'Waitress', 0.43],
  ['Pipefitter', 'Pipe fitter', 0.8],
  ['Waiter', 'Tram driver', 0.13],
  ['Waiter', 'Nurse', 0],
  ['Waiter', '', 0],
  ['the', 'the', 0],
])('%s and %s: %d', (a, b, likeness) => {
  expect(Math.round(titleLikeness(a, b) * 100) / 100).toBe(likeness)
  expect(titleLikeness(b, a)).toBe(titleLikeness(a, b))
})
