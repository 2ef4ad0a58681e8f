import { expect, test } from 'vitest'
import { verdictOf } from './failure.ts'

const errors = [
  ...['blocked_target', 'timeout', 'dns', 'refused', 'reset', 'tls', 'protocol', 'network'],
  ...['secret_unreadable', 'internal'],
]

test.each(errors)('the error %s has words of its own and says what to do', (error) => {
  const { isSuccess, title, advice } = verdictOf({ statusCode: null, error })
  expect(isSuccess).toBe(false)
  expect(title).not.toBe('There was no response')
  expect(advice).toMatch(/\.$/)
})

test('only 2xx is a success; every other status says what to do', () => {
  for (let statusCode = 100; statusCode <= 599; statusCode++) {
    const { isSuccess, title, advice } = verdictOf({ statusCode, error: null })
    expect(isSuccess).toBe(statusCode >= 200 && statusCode <= 299)
    expect(title).toContain(String(statusCode))
    expect(advice === undefined).toBe(isSuccess)
  }
})

test('an error of a later release is shown without advice, never as a success', () => {
  for (const error of ['new_one', 'constructor', null]) {
    const verdict = { isSuccess: false, title: 'There was no response' }
    expect(verdictOf({ statusCode: null, error })).toEqual(verdict)
  }
})
