import { createHash } from 'node:crypto'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { getJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import { withLineFeeds } from '@jobboard/contracts/text'
import type { Entered } from '../../html/field.ts'
import { errorsOf, type FormData, number, text } from '../../http/form.ts'
import {
  controlOf,
  enteredQuestions,
  type Question,
  questionsOf,
  readQuestions,
  toSentQuestions,
} from './questions.ts'

export type Job = ResponseBody<typeof getJob>
export type JobPatch = Input<typeof updateJob>['body']

/** The fields of a job that one control shows, in the order of the form. */
const singleFields = [
  'title',
  'description',
  'city',
  'country',
  'remoteType',
  'employmentType',
  'salaryMin',
  'salaryMax',
  'salaryCurrency',
  'salaryPeriod',
  'applyMethod',
  'applyEmailAddress',
  'applyUrl',
  'reference',
] as const
type SingleField = (typeof singleFields)[number]

/** Every field that an employer can change. */
export const jobFields = [...singleFields, 'screeningQuestions'] as const
export type JobField = (typeof jobFields)[number]

/** What a form of a job says: texts as they were typed, with `\n` as the line break. */
export interface JobEntry {
  single: Record<SingleField, string>
  questions: Question[]
}

/** The entry of a form that was sent. */
export function readEntry(form: FormData): JobEntry {
  const typed = (name: SingleField) => {
    const value = form[name]
    return withLineFeeds((Array.isArray(value) ? value[0] : value) ?? '')
  }
  return { single: eachField(typed), questions: readQuestions(form) }
}

/** What the form of a stored job shows. */
export function entryOf(job: Job): JobEntry {
  const stored = (name: SingleField) => withLineFeeds(String(job[name] ?? ''))
  return { single: eachField(stored), questions: questionsOf(job.screeningQuestions ?? []) }
}

/** The entry as the components of a form take it. */
export function enteredOf({ single, questions }: JobEntry, errors: Record<string, string> = {}): Entered {
  return { values: { ...single, ...enteredQuestions(questions) }, errors }
}

/** The fields with a value, as the body of a new draft. The service checks them. */
export function draftOf(entry: JobEntry): Record<string, unknown> {
  const given = singleFields.filter((field) => entry.single[field].trim() !== '')
  return {
    ...Object.fromEntries(given.map((field) => [field, sentValue(entry, field)])),
    ...(entry.questions.length > 0 && { screeningQuestions: toSentQuestions(entry.questions) }),
  }
}

/** The value of a field as the API takes it; `""` clears it. */
function sentValue({ single, questions }: JobEntry, field: JobField): unknown {
  if (field === 'screeningQuestions') return toSentQuestions(questions)
  if (field === 'salaryMin' || field === 'salaryMax') return number(single, field) ?? ''
  // The description is kept exactly; a line is trimmed anyway.
  return field === 'description' ? single.description : single[field].trim()
}

/** A short mark of the value of a field: equal values have equal marks. A form carries those of the job that it showed, so
 * that a change is known without a copy of the job. */
export function markOf(entry: JobEntry, field: JobField): string {
  const value = JSON.stringify(sentValue(entry, field))
  return createHash('sha256').update(value).digest('base64url').slice(0, 12)
}

/** The marks of a job that a form showed. */
export type Marks = Record<JobField, string>

export function marksOf(entry: JobEntry): Marks {
  return Object.fromEntries(jobFields.map((field) => [field, markOf(entry, field)])) as Marks
}

export function readMarks(form: FormData): Marks {
  return Object.fromEntries(jobFields.map((field) => [field, text(form, `shown.${field}`)])) as Marks
}

/** The fields whose value is not the one with this mark. */
export function changedFields(entry: JobEntry, shown: Marks): JobField[] {
  return jobFields.filter((field) => markOf(entry, field) !== shown[field])
}

/** The patch that stores these fields of an entry. */
export function patchOf(entry: JobEntry, fields: readonly JobField[]): JobPatch {
  // What was typed, not parsed yet: the service names what is wrong with it.
  return Object.fromEntries(fields.map((field) => [field, sentValue(entry, field)])) as JobPatch
}

/** What is wrong with a form that was refused, by control. Throws what is no refusal. */
export function problemsOf(error: unknown): Record<string, string> {
  return errorsOf(error, controlOf)
}

function eachField(value: (name: SingleField) => string): Record<SingleField, string> {
  return Object.fromEntries(singleFields.map((name) => [name, value(name)])) as Record<SingleField, string>
}
