import { isBlank } from '@jobboard/contracts/characters'
import { ApiError } from '@jobboard/contracts/error'
import type { ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import { isSameText } from '@jobboard/contracts/text'

type Value = string | number | boolean

/** An answer as sent in the request (D-34). */
export interface ScreeningAnswer {
  questionId: number
  answer: Value
}

/** An answer with the text of its question at the time of the apply. */
export interface AnsweredQuestion extends ScreeningAnswer {
  question: string
}

/** Joins answers with their questions, in the order of the questions; an empty text counts as no answer.
 * Throws invalid_request for an unknown question or one answered twice, screening_incomplete for a required question
 * without an answer and for an answer of the wrong type. */
export function matchAnswers(questions: ScreeningQuestion[], answers: ScreeningAnswer[]): AnsweredQuestion[] {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  if (given.size < answers.length) throw invalidAnswers('questionId: answer each question once.')
  const known = new Set(questions.map(({ id }) => id))
  for (const id of given.keys()) {
    if (!known.has(id)) throw invalidAnswers(`questionId ${id}: this job has no such question.`)
  }
  return questions.flatMap((question) => {
    const answer = given.get(question.id)
    if (answer === undefined || (typeof answer === 'string' && isBlank(answer))) {
      if (question.required) throw incomplete(question, 'needs an answer')
      return []
    }
    const fitting = fittingAnswer(question, answer)
    if (fitting === undefined) throw incomplete(question, expectation(question))
    return [{ questionId: question.id, question: question.text, answer: fitting }]
  })
}

/** The answer, for a choice as the option is spelled; undefined when it is none to this question. */
function fittingAnswer({ type, options }: ScreeningQuestion, answer: Value): Value | undefined {
  if (type === 'SingleChoice') {
    if (typeof answer !== 'string') return undefined
    return options.find((option) => option === answer) ?? options.find((option) => isSameText(option, answer))
  }
  return typeof answer === TYPES[type] ? answer : undefined
}

const TYPES = { YesNo: 'boolean', Number: 'number', Text: 'string' } as const

function expectation({ type, options }: ScreeningQuestion): string {
  if (type === 'YesNo') return 'must be answered with true or false'
  if (type === 'Number') return 'must be answered with a number'
  if (type === 'Text') return 'must be answered with a text'
  return `must be answered with one of ${options.join(', ')}`
}

function invalidAnswers(message: string): ApiError {
  return new ApiError('invalid_request', `screeningAnswers: ${message}`)
}

function incomplete({ id }: ScreeningQuestion, reason: string): ApiError {
  return new ApiError('screening_incomplete', `screeningAnswers: question ${id} ${reason}.`)
}
