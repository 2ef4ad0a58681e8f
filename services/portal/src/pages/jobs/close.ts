import { closeJob, getJob } from '@jobboard/contracts/jobs/endpoints'
import { panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { editors, jobHead } from './head.ts'
import { texts } from './texts.ts'

const words = texts.close
const path = '/jobs/:jobId/close'

/** What closing means, before it is done. */
export const closePage: Page = {
  method: 'GET',
  path,
  roles: editors,
  handle: (visit) => show(visit, newOperation(), {}),
}

/** Closes a job for good. */
export const closeAction: Page = {
  method: 'POST',
  path,
  roles: editors,
  async handle(visit) {
    const id = visit.params.jobId!
    if (text(visit.form, 'confirmed') !== 'yes') return show(visit, visit.operation, { '': words.untouched })
    await visit.ask(closeJob, { params: { id } }, { operation: visit.operation })
    return redirect(`/jobs/${id}`, words.done)
  },
}

async function show(visit: Visit, operation: string, errors: Record<string, string>): Promise<Outcome> {
  const id = visit.params.jobId!
  const { person, csrf, deps } = visit
  const job = await visit.ask(getJob, { params: { id } }, { isHidden: true })
  if (job.status !== 'Draft' && job.status !== 'Active') {
    return redirect(`/jobs/${id}`, words.already(texts.statuses[job.status]), 'info')
  }
  const entered: Entered = { values: {}, errors }
  return view({
    title: titleOf(words.heading(job.title), entered),
    status: errors[''] ? 422 : 200,
    body: html`<div class="jb-stack">
      ${jobHead(job, 'close', person.role)} ${errorSummary(entered, {})}
      ${panel({
        title: words.title,
        body: form({
          action: `/jobs/${id}/close`,
          csrf,
          operation,
          submit: { label: words.submit, tone: 'danger', icon: 'lock' },
          confirm: { question: words.question, tick: words.tick },
          call: copyable(deps.env, closeJob, { params: { id } }),
          body: html`<p>${job.status === 'Draft' ? words.draft : words.active}</p>`,
        }),
      })}
    </div>`,
  })
}
