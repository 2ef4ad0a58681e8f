import { notice, pageHead } from '../html/blocks.ts'
import { field } from '../html/field.ts'
import { form } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { list } from './form.ts'
import type { KeptForm } from './kept-form.ts'
import { type View, view } from './outcome.ts'
import { texts } from './texts.ts'
import type { Visit } from './visit.ts'

/** From here on a value was typed, not chosen. */
const TYPED_LENGTH = 20

/** The response to any form whose service did not answer: nobody knows whether it has acted. It sends the same fields with
 * the same operation again, which acts once, so nothing is typed twice and nothing done twice. */
export function unfinished({ form: fields, csrf, operation, request }: Visit, sentence: string): View {
  return view({
    title: texts.missing,
    status: 503,
    body: html`<div class="vstack gap-4">
      ${pageHead({ title: texts.missing })}
      ${notice({ tone: 'warning', body: `${sentence} ${texts.unfinished}` })}
      ${sendAgain({ action: request.url, fields }, csrf, operation)}
    </div>`,
  })
}

/** The same fields, to be sent by a button. A text is shown, to be read and copied; another one would be another operation. */
export function sendAgain({ action, fields }: KeptForm, csrf: string, operation: string): Html {
  const names = Object.keys(fields).filter((name) => name !== 'csrf' && name !== 'operation')
  const body = names.flatMap((name) =>
    list(fields, name).map((value, index) => {
      if (value.length <= TYPED_LENGTH && !value.includes('\n')) {
        return html`<input type="hidden" name=${name} value=${value} />`
      }
      const id = `typed-${name}-${index}`
      const shown = { type: 'textarea', name, id, label: texts.typed, isReadOnly: true } as const
      return field({ values: { [name]: value }, errors: {} }, shown)
    }),
  )
  return form({ action, csrf, operation, submit: { label: texts.sendAgain, icon: 'refresh' }, body })
}
