import { expect, test } from 'vitest'
import { Confirmations } from './confirm-spending.ts'

const search = { name: 'search_candidates', args: { query: 'a', pageSize: 20, pageNumber: 1 } }

test('a token confirms its cost for the same operation, whatever the order of the arguments', () => {
  const confirmations = new Confirmations()
  const token = confirmations.issue(search, 1)
  expect(confirmations.confirmedCost(search, token)).toBe(1)
  const reordered = { name: search.name, args: { pageNumber: 1, query: 'a', other: undefined, pageSize: 20 } }
  expect(confirmations.confirmedCost(reordered, token)).toBe(1)
})

test('a token of another operation, session or cost, and text that is no token, confirm nothing', () => {
  const confirmations = new Confirmations()
  const token = confirmations.issue(search, 0)
  expect(confirmations.confirmedCost({ ...search, name: 'unlock_candidate' }, token)).toBeUndefined()
  const changed = { ...search, args: { ...search.args, query: 'b' } }
  expect(confirmations.confirmedCost(changed, token)).toBeUndefined()
  expect(new Confirmations().confirmedCost(search, token)).toBeUndefined()
  const [expiresAt, , ...rest] = token.split('.')
  expect(confirmations.confirmedCost(search, [expiresAt, '1', ...rest].join('.'))).toBeUndefined()
  for (const text of ['', '.', '....', 'true', token.slice(0, -1), `${token}x`]) {
    expect(confirmations.confirmedCost(search, text), text).toBeUndefined()
  }
})

test('a token is valid for 10 minutes', () => {
  let now = 1_000
  const confirmations = new Confirmations(() => now)
  const token = confirmations.issue(search, 1)
  now += 599_999
  expect(confirmations.confirmedCost(search, token)).toBe(1)
  now += 1
  expect(confirmations.confirmedCost(search, token)).toBeUndefined()
})
