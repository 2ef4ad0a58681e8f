import { ApiError } from '@jobboard/contracts/error'
import { notice, pageHead, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { list, text } from '../../http/form.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

const { again: says } = texts
const OWN = new Set(['csrf', 'operation'])
/** From here on a text is shown, so that it can be copied. */
const LONG_LENGTH = 40

/** The handler of a form; while its service cannot be reached the response is a form that sends the same again, under the same
 * operation id, so that it acts once even where the first one did. */
export function orSendAgain(handle: Page['handle']): Page['handle'] {
  return async (visit) => {
    try {
      return await handle(visit)
    } catch (error) {
      const isDown = error instanceof ApiError && error.code === 'unavailable'
      if (!isDown || text(visit.form, 'as') === 'card') throw error
      return sendAgain(visit, error.message)
    }
  }
}

function sendAgain(visit: Visit, reason: string): Outcome {
  const fields = Object.keys(visit.form)
    .filter((name) => !OWN.has(name))
    .flatMap((name) => list(visit.form, name).map((value) => ({ name, value })))
  const body = html`<div class="jb-stack">
    ${pageHead({ title: says.title })} ${notice({ tone: 'warning', body: `${reason} ${says.kept}` })}
    ${panel({
      title: says.typed,
      body: form({
        action: visit.request.url,
        csrf: visit.csrf,
        operation: visit.operation,
        submit: { label: says.send, icon: 'refresh' },
        body: fields.map(({ name, value }) => {
          if (value.length < LONG_LENGTH) return html`<input type="hidden" name=${name} value=${value} />`
          const entered = { values: { [name]: value }, errors: {} }
          return field(entered, { type: 'textarea', name, label: says.text })
        }),
      }),
    })}
  </div>`
  return view({ title: says.title, status: 503, body })
}
