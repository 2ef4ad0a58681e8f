import { ApiError } from '@jobboard/contracts/error'
import { expect, test } from 'vitest'
import { assertBelowCap, utcDay } from './gates.ts'
import { assertOpen, type Job } from './job.ts'
import { matchAnswers } from './screening.ts'

const at = (text: string) => new Date(text)
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error.code
  }
  return undefined
}

test.each([
  ['2030-01-01T00:00:00.000Z', 86_400],
  ['2030-01-01T23:59:59.000Z', 1],
  ['2030-01-01T23:59:59.999Z', 1],
  ['2030-06-30T12:00:00.001Z', 43_200],
])('429: at %s Retry-After is %d seconds, the time to 00:00 UTC (D-33)', (now, seconds) => {
  expect(() => assertBelowCap(9, at(now))).not.toThrow()
  try {
    assertBelowCap(10, at(now))
    expect.unreachable()
  } catch (error) {
    expect((error as ApiError).headers['retry-after']).toBe(String(seconds))
  }
})

test('a day is a UTC calendar day', () => {
  expect(utcDay(at('2030-01-01T23:59:59.999Z'))).toBe('2030-01-01')
  expect(utcDay(at('2030-01-02T00:00:00.000Z'))).toBe('2030-01-02')
})

test('a job is open before its expiryDate and no longer at it', () => {
  const job: Job = {
    jobId: 1,
    employerId: 1,
    employerName: null,
    status: 'Active',
    title: 't',
    reference: null,
    description: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
    expiryDate: at('2030-01-01T00:00:00Z'),
    screeningQuestions: [],
  }
  expect(codeOf(() => assertOpen(job, at('2029-12-31T23:59:59.999Z')))).toBeUndefined()
  expect(codeOf(() => assertOpen(job, at('2030-01-01T00:00:00.000Z')))).toBe('invalid_state')
  expect(codeOf(() => assertOpen({ ...job, status: 'Draft' }, at('2020-01-01')))).toBe('not_found')
})

const question = { id: 1, text: 'q', required: true, options: ['a', 'b'] }
test.each([
  ['YesNo', true, undefined],
  ['YesNo', false, undefined],
  ['YesNo', 'true', 'screening_incomplete'],
  ['YesNo', 1, 'screening_incomplete'],
  ['Number', 0, undefined],
  ['Number', '1', 'screening_incomplete'],
  ['Text', 'x', undefined],
  ['Text', ' \n', 'screening_incomplete'],
  ['Text', false, 'screening_incomplete'],
  ['SingleChoice', 'a', undefined],
  ['SingleChoice', 'A', 'screening_incomplete'],
  ['SingleChoice', 0, 'screening_incomplete'],
] as const)('an answer to %s: %j is %s', (type, answer, code) => {
  expect(codeOf(() => matchAnswers([{ ...question, type }], [{ questionId: 1, answer }]))).toBe(code)
})

test('400: two answers to one question', () => {
  const twice = [
    { questionId: 1, answer: 'a' },
    { questionId: 1, answer: 'b' },
  ]
  expect(codeOf(() => matchAnswers([{ ...question, type: 'Text' }], twice))).toBe('invalid_request')
})
