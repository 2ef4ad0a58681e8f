import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { createJob, getJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import { badge, linkButton, notice, panel } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Child, type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import { errorsOf, text } from '../../http/form.ts'
import { get, type Outcome, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import {
  afterButton,
  changedFields,
  controlOf,
  draftOf,
  entryOf,
  type JobEntry,
  type JobField,
  jobFields,
  type Marks,
  marksOf,
  patchOf,
  readEntry,
  readMarks,
  valuesOf,
} from './entry.ts'
import { hidden, hiddenMarks, jobForm, labels, type Shown, wordsOf } from './form.ts'
import { editors, isOpen, type Job, jobScreen } from './job.ts'

const newPath = '/jobs/new'
const path = '/jobs/:jobId/edit'
const backToJob = 'Back to the job'
const sentBefore =
  'This form has been sent before with other values, and that job was made. If you want another job with these values, send the form again.'

type Errors = Record<string, string>

async function create(visit: Visit): Promise<Outcome> {
  const { form: sent, operation } = visit
  const entry = readEntry(sent)
  const questions = afterButton(entry.questions, text(sent, 'intent'))
  if (questions) return showNew(visit, { ...entry, questions })
  let created: ResponseBody<typeof createJob>
  try {
    created = await visit.ask(createJob, { body: draftOf(entry) }, { operation })
  } catch (error) {
    const isRepeat = error instanceof ApiError && error.code === 'idempotency_key_reused'
    return showNew(visit, entry, isRepeat ? { '': sentBefore } : errorsOf(error, controlOf))
  }
  return redirect(`/jobs/${created.id}`, 'The draft is saved. Nobody else sees it until you publish it.')
}

function showNew(visit: Visit, entry: JobEntry, errors: Errors = {}): View {
  return screen(visit, {
    title: 'New job',
    lead: 'Only the title is needed to begin. You publish the job later, when everything is there.',
    ...jobForm(visit, newPath, entry, errors, {
      submit: { label: 'Save the draft', icon: 'check' },
      beside: linkButton({ href: '/jobs', label: backToJob }),
      call: copyable(visit.deps.env, createJob, { body: draftOf(entry) }),
    }),
  })
}

/** Stores the fields that the person has changed, unless the job has changed since the form showed it: then the person
 * chooses, field by field. */
async function edit(visit: Visit): Promise<Outcome> {
  const { form: sent, params } = visit
  const shown = { etag: readEtag(text(sent, 'etag')), marks: readMarks(sent) }
  const typed = readEntry(sent)
  const questions = afterButton(typed.questions, text(sent, 'intent'))
  if (questions) return showEdit(visit, await readJob(visit), { ...typed, questions }, shown)
  const entry = await withChoices(visit, typed)
  const fields = changedFields(entry, shown.marks)
  const to = `/jobs/${params.jobId}`
  if (fields.length === 0) return redirect(to, 'Nothing was changed.', 'info')
  const saved = 'The changes are saved.'
  try {
    const patch = { body: patchOf(entry, fields) }
    const { status } = await visit.ask(updateJob, patch, { ifMatch: shown.etag })
    return redirect(to, status === 'Active' ? `${saved} Candidates see them within 2 seconds.` : saved)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'precondition_failed') {
      const errors = errorsOf(error, controlOf)
      return showEdit(visit, await readJob(visit), entry, shown, errors)
    }
  }
  const read = await readJob(visit)
  // The same form sent twice: the first has stored it.
  const stored = changedFields(entry, marksOf(entryOf(read.job)))
  if (stored.every((field) => !fields.includes(field))) return redirect(to, saved)
  return showConflict(visit, read, entry, shown.marks)
}

/** An ETag as it may stand in a header; `""` matches no job. */
function readEtag(sent: string): string {
  return /^"[\w-]{1,100}"$/.test(sent) ? sent : '""'
}

async function readJob(visit: Visit): Promise<{ job: Job; etag: string }> {
  const { body, headers } = await visit.asked(getJob, {}, { isHidden: true })
  return { job: body, etag: headers.etag ?? '' }
}

/** The form; by default with the job as it is. */
function showEdit(
  visit: Visit,
  { job, etag }: { job: Job; etag: string },
  entry = entryOf(job),
  shown: Shown = { etag, marks: marksOf(entry) },
  errors: Errors = {},
): Outcome {
  const to = `/jobs/${job.id}`
  if (!isOpen(job)) return redirect(to, `The job is ${job.status} and cannot be changed any more.`, 'warning')
  const input = { params: { id: job.id }, body: patchOf(entry, ['title']) }
  return jobScreen(visit, job, '', {
    title: `Edit ${job.title}`,
    ...jobForm(visit, `${to}/edit`, entry, errors, {
      shown,
      submit: { label: 'Save the changes', icon: 'check' },
      beside: linkButton({ href: to, label: backToJob }),
      call: copyable(visit.deps.env, updateJob, input, { 'If-Match': shown.etag }),
    }),
  })
}

/** Both versions of each field that differs, to choose from. `before` has the marks of the version that both began with, so
 * what only one of the two has changed is chosen already. */
function showConflict(
  visit: Visit,
  { job, etag }: { job: Job; etag: string },
  yours: JobEntry,
  before: Marks,
): View {
  const title = 'Somebody else changed this job'
  const theirs = entryOf(job)
  const marks = marksOf(theirs)
  const differing = changedFields(yours, marks)
  const to = `/jobs/${job.id}`
  const input = { params: { id: job.id }, body: patchOf(yours, differing) }
  visit.calls.push(copyable(visit.deps.env, updateJob, input, { 'If-Match': etag }))
  const isTheirs = new Set(changedFields(theirs, before))
  const isYours = new Set(changedFields(yours, before))
  return jobScreen(visit, job, '', {
    title,
    status: 409,
    scripts: ['jobs.js'],
    body: [
      notice({
        tone: 'warning',
        title,
        body: 'Your changes are not saved yet. Choose what the job shall say; what only one of you changed is chosen already.',
      }),
      form({
        action: `${to}/edit`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: 'Save what is chosen', icon: 'check' },
        beside: linkButton({ href: to, label: backToJob }),
        body: [
          html`<div hidden>
            ${Object.entries({ ...valuesOf(yours), etag }).map(([name, value]) => hidden(name, value))}
            ${hiddenMarks(marks)}
          </div>`,
          ...differing.map((name) => choice(name, theirs, yours, isTheirs.has(name), isYours.has(name))),
        ],
      }),
    ],
  })
}

function choice(
  name: JobField,
  theirs: JobEntry,
  yours: JobEntry,
  isTheirs: boolean,
  isYours: boolean,
): Html {
  const isBoth = isTheirs && isYours
  const who = isBoth ? 'Both changed it' : isTheirs ? 'Changed by somebody else' : 'Changed by you'
  const chosen = isBoth ? undefined : isTheirs ? 'theirs' : 'yours'
  const own = isYours ? 'As you wrote it' : 'As it was before'
  return panel({
    title: labels[name]!,
    actions: badge({ text: who, tone: isBoth ? 'warning' : 'neutral' }),
    body: field(
      { values: { [`use.${name}`]: chosen }, errors: {} },
      {
        type: 'radio',
        name: `use.${name}`,
        label: `${labels[name]}: which one?`,
        required: true,
        options: [
          { value: 'theirs', label: 'As it is now', hint: shownValue(theirs, name) },
          { value: 'yours', label: own, hint: shownValue(yours, name) },
        ],
      },
    ),
  })
}

function shownValue({ single, questions }: JobEntry, name: JobField): Child {
  if (name !== 'screeningQuestions') {
    const value = single[name].trim()
    return value ? userText(wordsOf(name, value), { lines: 5 }) : '(empty)'
  }
  if (questions.length === 0) return '(empty)'
  return questions.map(({ text, type, options }, index) => {
    const parts = [wordsOf('questionType', type), options.replaceAll('\n', ' · ')].filter(Boolean).join(': ')
    return html`<span class="d-block">${userText(`${index + 1}. ${text} (${parts})`, { lines: 3 })}</span>`
  })
}

/** The entry of a form with choices: where the person chose what the job says now, that. */
async function withChoices(visit: Visit, yours: JobEntry): Promise<JobEntry> {
  const theirsIn = jobFields.filter((name) => text(visit.form, `use.${name}`) === 'theirs')
  if (theirsIn.length === 0) return yours
  const theirs = entryOf((await readJob(visit)).job)
  const single = { ...yours.single }
  for (const name of theirsIn) if (name !== 'screeningQuestions') single[name] = theirs.single[name]
  return { single, questions: (theirsIn.includes('screeningQuestions') ? theirs : yours).questions }
}

/** A form of several buttons and a list of rows: pages of their own. */
export const editPages: Page[] = [
  get(newPath, editors, async (visit) => showNew(visit, readEntry({}))),
  { method: 'POST', path: newPath, size: 'job', roles: editors, handle: create },
  get(path, editors, async (visit) => showEdit(visit, await readJob(visit))),
  { method: 'POST', path, size: 'job', roles: editors, handle: edit },
]
