import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { changeApplicationStatus } from '@jobboard/contracts/applications/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { html } from '../../html/html.ts'
import { errorsOf, text } from '../../http/form.ts'
import { fragment, type Outcome, redirect } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { card } from './card.ts'
import { readApplication } from './reading.ts'
import { showApplication } from './show-application.ts'
import { texts } from './texts.ts'

const { move: says } = texts

/** What became of a move: an error is of a field, or `''` for the whole. */
interface Moved {
  /** 200, 409 for a move that another one was faster than, 422 for an invalid one. */
  status: 200 | 409 | 422
  errors: Record<string, string>
  previousStatus?: ApplicationStatus
}

/** `POST /applications/:applicationId/status`: of the page of an application, and of the board: `as=card`. */
export async function moveApplication(visit: Visit): Promise<Outcome> {
  const id = visit.params.applicationId!
  const { status, errors, previousStatus } = await move(visit, id)
  if (text(visit.form, 'as') === 'card') {
    const message = Object.values(errors).join(' ')
    const { application } = await readApplication(visit, id, { isHidden: true })
    const counts = (await readApplicationCounts(visit, [application.jobId]))?.get(application.jobId)
    const numbers = JSON.stringify(counts?.byStatus ?? null)
    return fragment(
      html`<div data-message=${message} data-counts=${numbers}>${card(visit, application)}</div>`,
      status,
    )
  }
  if (status !== 200) {
    // After a lost race the form offers the statuses as they are now, with what was typed otherwise.
    const { status: _, from: __, ...typed } = visit.form
    return showApplication(visit, {
      part: 'move',
      entered: { values: status === 409 ? typed : visit.form, errors },
      status,
    })
  }
  const { application } = await readApplication(visit, id, { isHidden: true })
  const label = texts.statuses[application.status]
  const done = previousStatus === application.status ? says.same : says.done
  return redirect(`/applications/${application.id}`, done(application.name, label))
}

async function move(visit: Visit, id: string): Promise<Moved> {
  const { form, operation } = visit
  const [status, from, code] = [text(form, 'status'), text(form, 'from'), text(form, 'reason')]
  const body = {
    status: status as ApplicationStatus,
    expectedStatus: (from || null) as ApplicationStatus | null,
    note: text(form, 'note') || null,
    rejectionReason: status === 'Rejected' && code ? { code, text: text(form, 'reasonText') || null } : null,
  }
  try {
    const { previousStatus } = await visit.ask(
      changeApplicationStatus,
      { params: { id }, body },
      { operation },
    )
    return { status: 200, errors: {}, previousStatus }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'precondition_failed') {
      const { application } = await readApplication(visit, id, { isHidden: true })
      return { status: 409, errors: { '': says.lost(texts.statuses[application.status]) } }
    }
    return { status: 422, errors: errorsOf(error, nameOf) }
  }
}

function nameOf(pointer: string): string {
  if (pointer.startsWith('/rejectionReason/text')) return 'reasonText'
  if (pointer.startsWith('/rejectionReason')) return 'reason'
  return pointer.slice(1)
}
