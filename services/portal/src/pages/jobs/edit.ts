import { ApiError } from '@jobboard/contracts/error'
import { getJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import { titleOf } from '../../html/field.ts'
import { html } from '../../html/html.ts'
import { text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { conflictView, withChoices } from './conflict.ts'
import {
  changedFields,
  entryOf,
  type Job,
  type JobEntry,
  type Marks,
  marksOf,
  patchOf,
  problemsOf,
  readEntry,
  readMarks,
} from './fields.ts'
import { editors, jobHead } from './head.ts'
import { jobForm } from './job-form.ts'
import { afterButton } from './questions.ts'
import { texts } from './texts.ts'

const words = texts.edit
const path = '/jobs/:jobId/edit'

/** What a form of a job was made from. */
interface Shown {
  etag: string
  marks: Marks
}

/** A Draft or Active job, to change. */
export const editPage: Page = {
  method: 'GET',
  path,
  roles: editors,
  async handle(visit) {
    const { job, etag } = await readJob(visit)
    const entry = entryOf(job)
    return show(visit, job, entry, { etag, marks: marksOf(entry) })
  },
}

/** Stores the fields that the person has changed, unless the job has changed since the form showed it: then the person
 * chooses, field by field. */
export const editAction: Page = {
  method: 'POST',
  path,
  form: 'job',
  roles: editors,
  async handle(visit) {
    const { form, params } = visit
    const shown = { etag: readEtag(text(form, 'etag')), marks: readMarks(form) }
    const typed = readEntry(form)
    const questions = afterButton(typed.questions, text(form, 'intent'))
    if (questions) return showAgain(visit, { ...typed, questions }, shown)
    const entry = await withChoices(visit, typed)
    const fields = changedFields(entry, shown.marks)
    const to = `/jobs/${params.jobId}`
    if (fields.length === 0) return redirect(to, words.unchanged, 'info')
    try {
      const input = { params: { id: params.jobId! }, body: patchOf(entry, fields) }
      const { status } = await visit.ask(updateJob, input, { ifMatch: shown.etag })
      return redirect(to, status === 'Active' ? words.savedActive : words.saved)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'precondition_failed') {
        return showAgain(visit, entry, shown, problemsOf(error), 422)
      }
    }
    const { job, etag } = await readJob(visit)
    // The same form sent twice: the first has stored it.
    if (changedFields(entry, marksOf(entryOf(job))).every((field) => !fields.includes(field))) {
      return redirect(to, words.saved)
    }
    return conflictView(visit, job, etag, entry, shown.marks)
  },
}

/** An ETag as it may stand in a header; `""` matches no job. */
function readEtag(sent: string): string {
  return /^"[\w-]{1,100}"$/.test(sent) ? sent : '""'
}

async function readJob(visit: Visit): Promise<{ job: Job; etag: string }> {
  let etag = ''
  const job = await visit.ask(
    getJob,
    { params: { id: visit.params.jobId! } },
    {
      isHidden: true,
      onHeaders: (headers) => {
        etag = headers.etag ?? ''
      },
    },
  )
  return { job, etag }
}

async function showAgain(
  visit: Visit,
  entry: JobEntry,
  shown: Shown,
  errors?: Record<string, string>,
  status?: number,
): Promise<Outcome> {
  const { job } = await readJob(visit)
  return show(visit, job, entry, shown, errors, status)
}

function show(
  { csrf, operation, person, deps, request, params }: Visit,
  job: Job,
  entry: JobEntry,
  shown: Shown,
  errors: Record<string, string> = {},
  status = 200,
): Outcome {
  const to = `/jobs/${params.jobId}`
  if (job.status !== 'Draft' && job.status !== 'Active') {
    return redirect(to, words.final(texts.statuses[job.status]), 'warning')
  }
  const input = { params: { id: params.jobId! }, body: patchOf(entry, ['title']) }
  return view({
    title: titleOf(words.title(job.title), { values: {}, errors }),
    status,
    scripts: ['jobs.js'],
    body: html`<div class="jb-stack">
      ${jobHead(job, 'job', person.role)}
      ${jobForm({
        action: `${to}/edit`,
        csrf,
        operation,
        entry,
        errors,
        isUnsaved: request.method === 'POST',
        shown: shown.marks,
        etag: shown.etag,
        submit: words.submit,
        back: to,
        call: copyable(deps.env, updateJob, input, { 'If-Match': shown.etag }),
      })}
    </div>`,
  })
}
