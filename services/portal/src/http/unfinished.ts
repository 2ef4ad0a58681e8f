import { form } from '../html/form.ts'
import { html } from '../html/html.ts'
import { list } from './form.ts'
import { type View, view } from './outcome.ts'
import { texts } from './texts.ts'
import type { Visit } from './visit.ts'

/** The page of a form whose service did not respond: nobody knows whether it has acted. It sends the same fields with the
 * same operation again, which acts once, so nothing is typed twice and nothing done twice (P-504). */
export function unfinished(visit: Visit, sentence: string): View {
  const { form: sent, csrf, operation, request } = visit
  const fields = Object.keys(sent)
    .filter((name) => name !== 'csrf' && name !== 'operation')
    .flatMap((name) =>
      list(sent, name).map((value) => html`<input type="hidden" name=${name} value=${value} />`),
    )
  return view({
    title: texts.missing,
    status: 503,
    body: html`<div>
      <h1>${texts.missing}</h1>
      <p>${sentence} ${texts.unfinished}</p>
      ${form({ action: request.url, csrf, operation, submit: { label: texts.sendAgain, icon: 'refresh' }, body: fields })}
    </div>`,
  })
}
