import { ApiError } from '@jobboard/contracts/error'
import { expect, test } from 'vitest'
import { assertOpen, type Job } from '../jobs/job.ts'
import { assertBelowCap, utcDay } from './gates.ts'
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
    sandboxId: null,
  }
  expect(codeOf(() => assertOpen(job, at('2029-12-31T23:59:59.999Z')))).toBeUndefined()
  expect(codeOf(() => assertOpen(job, at('2030-01-01T00:00:00.000Z')))).toBe('invalid_state')
  expect(codeOf(() => assertOpen({ ...job, status: 'Draft' }, at('2020-01-01')))).toBe('not_found')
  expect(() => assertOpen(job, at('2031-01-01'))).toThrow('this job is Expired')
  const closed = { ...job, status: 'Closed', expiryDate: null } as const
  expect(() => assertOpen(closed, at('2020-01-01'))).toThrow('this job is Closed')
  expect(() => assertOpen({ ...closed, status: 'Active' }, at('2031-01-01'))).not.toThrow()
})

const question = { id: 7, text: 'q', required: true, options: ['a', 'b'] }
const YES_NO = 'question 7 must be answered with true or false'
const NUMBER = 'question 7 must be answered with a number'
const TEXT = 'question 7 must be answered with a text'
const CHOICE = 'question 7 must be answered with one of a, b'
test.each([
  ['YesNo', true, undefined],
  ['YesNo', false, undefined],
  ['YesNo', 'true', YES_NO],
  ['YesNo', 1, YES_NO],
  ['Number', 0, undefined],
  ['Number', '1', NUMBER],
  ['Text', 'x', undefined],
  ['Text', ' \n', 'question 7 needs an answer'],
  ['Text', false, TEXT],
  ['SingleChoice', 'a', undefined],
  ['SingleChoice', 'A', CHOICE],
  ['SingleChoice', 0, CHOICE],
] as const)('the answer to %s: %j (refused with: %s)', (type, answer, refusal) => {
  const match = () => matchAnswers([{ ...question, type }], [{ questionId: 7, answer }])
  if (refusal === undefined) expect(match()).toEqual([{ questionId: 7, question: 'q', answer }])
  else
    expect(match).toThrow(
      expect.objectContaining({ code: 'screening_incomplete', message: expect.stringContaining(refusal) }),
    )
})

test('an optional question may stay without an answer; one answered twice or unknown is refused', () => {
  const optional = { ...question, type: 'Text', required: false } as const
  expect(matchAnswers([optional], [])).toEqual([])
  expect(matchAnswers([optional], [{ questionId: 7, answer: ' ' }])).toEqual([])
  const answer = { questionId: 7, answer: 'a' }
  expect(codeOf(() => matchAnswers([optional], [answer, answer]))).toBe('invalid_request')
  expect(codeOf(() => matchAnswers([optional], [{ ...answer, questionId: 8 }]))).toBe('invalid_request')
})
