import type { Input } from '@jobboard/contracts/endpoint'
import type { updateJob } from '@jobboard/contracts/jobs/endpoints'
import { questionType, type ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import { trimmed, withLineFeeds } from '@jobboard/contracts/text'
import { type FormData, text } from '../../http/form.ts'
import { afterListButton } from '../../parts/list-buttons.ts'

/** A screening question as a form has it. */
export interface Question {
  text: string
  type: string
  required: boolean
  /** One per line. */
  options: string
}
type SentQuestions = NonNullable<Input<typeof updateJob>['body']['screeningQuestions']>

/** Questions that a form is read for: one more than a job can have, so that the service says what is wrong. */
const MAX_QUESTIONS = 101
const PREFIX = 'screeningQuestions.'
const TYPE = '.type'

/** The name of a control of the question at an index. */
export function questionField(index: number | string, part: keyof Question): string {
  return `${PREFIX}${index}.${part}`
}

/** The questions of a form, in the order in which the form has them, whatever their numbers are: a script that moves them
 * need not count them again. */
export function readQuestions(form: FormData): Question[] {
  const numbers = Object.keys(form)
    .filter((name) => name.startsWith(PREFIX) && name.endsWith(TYPE))
    .map((name) => name.slice(PREFIX.length, -TYPE.length))
  return numbers.slice(0, MAX_QUESTIONS).map((number) => ({
    text: text(form, questionField(number, 'text')),
    type: text(form, questionField(number, 'type')),
    required: text(form, questionField(number, 'required')) === 'yes',
    options: linesOf(text(form, questionField(number, 'options'))).join('\n'),
  }))
}

/** The questions of a stored job. */
export function questionsOf(stored: readonly ScreeningQuestion[]): Question[] {
  return stored.map(({ text, type, required, options }) => ({
    text,
    type,
    required,
    options: options.join('\n'),
  }))
}

/** The values of the controls of the questions. */
export function enteredQuestions(questions: readonly Question[]): Record<string, string> {
  const values = questions.flatMap(({ text, type, required, options }, index) => [
    [questionField(index, 'text'), text],
    [questionField(index, 'type'), type],
    [questionField(index, 'required'), required ? 'yes' : ''],
    [questionField(index, 'options'), options],
  ])
  return Object.fromEntries(values)
}

/** The questions as the API takes them. Options of other types than SingleChoice are left out: their control is not shown. */
export function toSentQuestions(questions: readonly Question[]): SentQuestions {
  return questions.map(({ text, type, required, options }) => ({
    text,
    type: type as SentQuestions[number]['type'],
    required,
    options: type === questionType.enum.SingleChoice ? linesOf(options) : [],
  }))
}

/** The questions after a press of a button; undefined for one that is none of theirs. */
export function afterButton(questions: readonly Question[], button: string): Question[] | undefined {
  return afterListButton(questions, button, { text: '', type: 'YesNo', required: true, options: '' })
}

/** The name of the control that a refusal of the service concerns: `/screeningQuestions/0/options/3` is that of all options. */
export function controlOf(pointer: string): string {
  const [field = '', index, part] = pointer.slice(1).split('/')
  if (field !== 'screeningQuestions' || index === undefined) return field
  return questionField(index, (part ?? 'text') as keyof Question)
}

function linesOf(options: string): string[] {
  return withLineFeeds(options).split('\n').map(trimmed).filter(Boolean)
}
