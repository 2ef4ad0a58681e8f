import { ApiError } from '@jobboard/contracts/error'
import type { ScreeningQuestion } from '@jobboard/contracts/job'

type Value = string | number | boolean

/** An answer as it was sent (D-34). */
export interface Answer {
  questionId: number
  answer: Value
}

/** An answer together with the question as it was worded then. */
export interface Answered extends Answer {
  question: string
}

/** Joins answers with their questions, in the order of the questions; an empty text is no answer. Throws invalid_request
 * for a question that the job does not ask or that is answered twice, screening_incomplete for a required one without
 * an answer and for an answer of the wrong type. */
export function answersTo(questions: ScreeningQuestion[], answers: Answer[]): Answered[] {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  if (given.size < answers.length) throw refuse('questionId: each question can be answered once.')
  const known = new Set(questions.map(({ id }) => id))
  for (const id of given.keys()) {
    if (!known.has(id)) throw refuse(`questionId ${id}: this job does not ask that question.`)
  }
  return questions.flatMap((question) => {
    const answer = given.get(question.id)
    if (answer === undefined || (typeof answer === 'string' && answer.trim() === '')) {
      if (question.required) throw incomplete(question, 'needs an answer')
      return []
    }
    if (!fits(question, answer)) throw incomplete(question, expectation(question))
    return [{ questionId: question.id, question: question.text, answer }]
  })
}

function fits({ type, options }: ScreeningQuestion, answer: Value): boolean {
  if (type === 'YesNo') return typeof answer === 'boolean'
  if (type === 'Number') return typeof answer === 'number'
  if (type === 'Text') return typeof answer === 'string'
  return typeof answer === 'string' && options.includes(answer)
}

function expectation({ type, options }: ScreeningQuestion): string {
  if (type === 'YesNo') return 'must be answered with true or false'
  if (type === 'Number') return 'must be answered with a number'
  if (type === 'Text') return 'must be answered with a text'
  return `must be answered with one of ${options.join(', ')}`
}

function refuse(message: string): ApiError {
  return new ApiError('invalid_request', `screeningAnswers: ${message}`)
}

function incomplete({ id }: ScreeningQuestion, reason: string): ApiError {
  return new ApiError('screening_incomplete', `screeningAnswers: question ${id} ${reason}.`)
}
