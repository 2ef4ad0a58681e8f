import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { createJob } from '@jobboard/contracts/jobs/endpoints'
import { pageHead } from '../../html/blocks.ts'
import { titleOf } from '../../html/field.ts'
import { html } from '../../html/html.ts'
import { text } from '../../http/form.ts'
import { redirect, type View, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { draftOf, type JobEntry, type JobPatch, problemsOf, readEntry } from './fields.ts'
import { editors } from './head.ts'
import { jobForm } from './job-form.ts'
import { afterButton } from './questions.ts'
import { texts } from './texts.ts'

const words = texts.create
const path = '/jobs/new'

/** An empty draft. */
export const createPage: Page = {
  method: 'GET',
  path,
  roles: editors,
  handle: async (visit) => show(visit, readEntry({}), newOperation()),
}

/** Saves a draft, once per form. */
export const createAction: Page = {
  method: 'POST',
  path,
  form: 'job',
  roles: editors,
  async handle(visit) {
    const entry = readEntry(visit.form)
    const changed = afterButton(entry.questions, text(visit.form, 'intent'))
    if (changed) return show(visit, { ...entry, questions: changed }, visit.operation)
    let created: ResponseBody<typeof createJob>
    try {
      const body = { title: '', ...draftOf(entry) } as JobPatch & { title: string }
      created = await visit.ask(createJob, { body }, { operation: visit.operation })
    } catch (error) {
      const isRepeat = error instanceof ApiError && error.code === 'idempotency_key_reused'
      return show(visit, entry, newOperation(), isRepeat ? { '': words.sentBefore } : problemsOf(error), 422)
    }
    return redirect(`/jobs/${created.id}`, words.saved)
  },
}

function show(
  { csrf, deps, request }: Visit,
  entry: JobEntry,
  operation: string,
  errors: Record<string, string> = {},
  status = 200,
): View {
  const body = { title: entry.single.title, ...draftOf(entry) } as JobPatch & { title: string }
  return view({
    title: titleOf(words.title, { values: {}, errors }),
    status,
    scripts: ['jobs.js'],
    body: html`<div class="jb-stack">
      ${pageHead({ title: words.title, lead: words.lead })}
      ${jobForm({
        action: path,
        csrf,
        operation,
        entry,
        errors,
        isUnsaved: request.method === 'POST',
        submit: words.submit,
        back: '/jobs',
        call: copyable(deps.env, createJob, { body }),
      })}
    </div>`,
  })
}
