import { createHash } from 'node:crypto'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { getJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import { jobPatch, questionType } from '@jobboard/contracts/jobs/job'
import { trimmed, withLineFeeds } from '@jobboard/contracts/text'
import { type FormData, number, text } from '../../http/form.ts'
import { afterListButton, readRows } from '../../parts/list-buttons.ts'

type Job = ResponseBody<typeof getJob>

export type JobPatch = Input<typeof updateJob>['body']
export type JobField = keyof typeof jobPatch.shape
/** A field that one control shows. */
type SingleField = Exclude<JobField, 'screeningQuestions'>
type SentQuestions = NonNullable<JobPatch['screeningQuestions']>

/** A screening question as a form has it. */
export interface Question {
  text: string
  type: string
  required: boolean
  /** One per line. */
  options: string
}

/** What a form of a job says: texts as they were typed, with `\n` as the line break. */
export interface JobEntry {
  single: Record<SingleField, string>
  questions: Question[]
}

/** Every field that an employer can change. */
export const jobFields = Object.keys(jobPatch.shape) as JobField[]
const singleFields = jobFields.filter((name): name is SingleField => name !== 'screeningQuestions')
/** Questions that a form is read for: one more than a job can have, so that the service says what is wrong. */
const MAX_QUESTIONS = 101
const LIST = 'screeningQuestions'

export function readEntry(form: FormData): JobEntry {
  return {
    single: eachField((name) => withLineFeeds([form[name] ?? ''].flat()[0] ?? '')),
    questions: readQuestions(form),
  }
}

export function entryOf(job: Job): JobEntry {
  const questions = job.screeningQuestions ?? []
  return {
    single: eachField((name) => withLineFeeds(String(job[name] ?? ''))),
    questions: questions.map(({ text, type, required, options }) => {
      return { text, type, required, options: options.join('\n') }
    }),
  }
}

export function valuesOf({ single, questions }: JobEntry): Record<string, string> {
  const values = questions.flatMap(({ text, type, required, options }, index) => [
    [questionField(index, 'text'), text],
    [questionField(index, 'type'), type],
    [questionField(index, 'required'), required ? 'yes' : ''],
    [questionField(index, 'options'), options],
  ])
  return { ...single, ...Object.fromEntries(values) }
}

/** The fields with a value, as the body of a new draft. The service checks them. */
export function draftOf(entry: JobEntry): JobPatch & { title: string } {
  const given = singleFields.filter((field) => entry.single[field].trim() !== '')
  const fields = entry.questions.length > 0 ? [...given, 'screeningQuestions' as const] : given
  return Object.assign({ title: '' }, patchOf(entry, fields)) as JobPatch & { title: string }
}

export function patchOf(entry: JobEntry, fields: readonly JobField[]): JobPatch {
  // What was typed, not parsed yet: the service names what is wrong with it.
  return Object.fromEntries(fields.map((field) => [field, sentValue(entry, field)])) as JobPatch
}

/** The value of a field as the API takes it; `""` clears it. */
function sentValue({ single, questions }: JobEntry, field: JobField): unknown {
  if (field === 'screeningQuestions') return toSentQuestions(questions)
  if (field === 'salaryMin' || field === 'salaryMax') return number(single, field) ?? ''
  // The description is kept exactly; a line is trimmed anyway.
  return field === 'description' ? single.description : single[field].trim()
}

/** A short mark of each field: equal values have equal marks. A form carries those of the job that it showed, so that a
 * change is known without a copy of the job. */
export type Marks = Record<JobField, string>

export function marksOf(entry: JobEntry): Marks {
  const markOf = (field: JobField) => {
    const value = JSON.stringify(sentValue(entry, field))
    return createHash('sha256').update(value).digest('base64url').slice(0, 12)
  }
  return Object.fromEntries(jobFields.map((field) => [field, markOf(field)])) as Marks
}

export function readMarks(form: FormData): Marks {
  return Object.fromEntries(jobFields.map((field) => [field, text(form, `shown.${field}`)])) as Marks
}

/** The fields whose value is not the one with this mark. */
export function changedFields(entry: JobEntry, shown: Marks): JobField[] {
  const marks = marksOf(entry)
  return jobFields.filter((field) => marks[field] !== shown[field])
}

export function questionField(index: number | string, part: keyof Question): string {
  return `${LIST}.${index}.${part}`
}

export function readQuestions(form: FormData): Question[] {
  const rows = readRows(form, LIST, ['type', 'text', 'required', 'options'], MAX_QUESTIONS)
  return rows.map(({ required, options, ...row }) => {
    return { ...row, required: required === 'yes', options: linesOf(options).join('\n') }
  })
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

function eachField(value: (name: SingleField) => string): Record<SingleField, string> {
  return Object.fromEntries(singleFields.map((name) => [name, value(name)])) as Record<SingleField, string>
}
