import { form } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { list } from './form.ts'
import type { KeptForm } from './kept-form.ts'
import { type View, view } from './outcome.ts'
import { texts } from './texts.ts'
import type { Visit } from './visit.ts'

/** The page of a form whose service did not respond: nobody knows whether it has acted. It sends the same fields with the
 * same operation again, which acts once, so nothing is typed twice and nothing done twice. */
export function unfinished(visit: Visit, sentence: string): View {
  const { form: sent, csrf, operation, request } = visit
  return view({
    title: texts.missing,
    status: 503,
    body: html`<div>
      <h1>${texts.missing}</h1>
      <p>${sentence} ${texts.unfinished}</p>
      ${sendAgain({ action: request.url, fields: sent }, csrf, operation)}
    </div>`,
  })
}

/** The same fields, to be sent by a button. */
export function sendAgain({ action, fields }: KeptForm, csrf: string, operation: string): Html {
  const hidden = Object.keys(fields)
    .filter((name) => name !== 'csrf' && name !== 'operation')
    .flatMap((name) =>
      list(fields, name).map((value) => html`<input type="hidden" name=${name} value=${value} />`),
    )
  return form({ action, csrf, operation, submit: { label: texts.sendAgain, icon: 'refresh' }, body: hidden })
}
