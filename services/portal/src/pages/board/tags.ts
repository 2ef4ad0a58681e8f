import { assignTag, removeTag } from '@jobboard/contracts/applications/tags'
import { ApiError } from '@jobboard/contracts/error'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './application-texts.ts'
import { showApplication } from './show-application.ts'

/** `POST /applications/:applicationId/tags`. */
export async function addTag(visit: Visit): Promise<Outcome> {
  const id = visit.params.applicationId!
  const body = { label: text(visit.form, 'label') }
  try {
    const { label } = await visit.ask(assignTag, { params: { id }, body }, { operation: visit.operation })
    return redirect(pathOf(id), texts.tags.added(label))
  } catch (error) {
    const entered = { values: visit.form, errors: errorsOf(error, () => 'label') }
    return showApplication(visit, { part: 'tag', entered, status: 422 })
  }
}

/** `POST /applications/:applicationId/tags/remove`; one that is removed already is removed. */
export async function dropTag(visit: Visit): Promise<Outcome> {
  const id = visit.params.applicationId!
  const label = text(visit.form, 'label')
  try {
    await visit.ask(removeTag, { params: { id, label } }, { operation: visit.operation })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  }
  return redirect(pathOf(id), texts.tags.removed(label))
}

function pathOf(id: string): string {
  return `/applications/${encodeURIComponent(id)}`
}
