import { createOwnSubscription } from '@jobboard/contracts/webhooks/own'
import { defaultEvents, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { copyable as copyableText, secretOnce } from '../../html/copy.ts'
import { type Entered, errorSummary, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { errorsOf, list, text } from '../../http/form.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { samples } from '../../samples/event-samples.ts'
import { snippets } from '../../samples/snippets.ts'
import { endpointFields, endpointLabels } from './events-field.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/new'

/** Adds an endpoint; its secret is shown in the response. The same form again shows the same one. */
export const addPages: Page[] = [
  {
    method: 'GET',
    path,
    roles,
    async handle(visit) {
      return addForm(visit, { values: { events: [...defaultEvents] }, errors: {} }, newOperation())
    },
  },
  {
    method: 'POST',
    path,
    roles,
    async handle(visit) {
      const { form: sent, operation } = visit
      const body = { url: text(sent, 'url'), events: list(sent, 'events') as WebhookEvent[] }
      try {
        const { id, url, signingSecret } = await visit.ask(createOwnSubscription, { body }, { operation })
        const lead = userText(url, { lines: 2 })
        return view({
          title: texts.createdTitle,
          body: secretPage(texts.createdTitle, lead, signingSecret, id),
        })
      } catch (error) {
        return addForm(visit, { values: sent, errors: errorsOf(error) }, newOperation(), 422)
      }
    },
  },
]

/** The page that shows a secret once, with what verifies it. */
export function secretPage(
  title: string,
  lead: Child,
  secret: string,
  subscriptionId: number | string,
): Html {
  return html`<div class="jb-stack">
    ${pageHead({ title, lead })}
    ${secretOnce({ label: texts.secret, secret, page: `/webhooks/${subscriptionId}`, snippet: [] })}
    ${panel({
      title: texts.verify,
      body: html`<div class="jb-stack">
        <p>${texts.verifyLead}</p>
        ${copyableText({ label: texts.typescript, text: snippets.typescript })}
        ${copyableText({ label: texts.python, text: snippets.python })}
        <p>${texts.testNext}</p>
        <div>${linkButton({ href: `/webhooks/${subscriptionId}`, label: texts.toEndpoint, tone: 'primary', icon: 'next' })}</div>
      </div>`,
    })}
  </div>`
}

function addForm(visit: Visit, entered: Entered, operation: string, status?: number) {
  const example = { url: 'https://hooks.example.com/job-board', events: [...defaultEvents] }
  const body = html`<div class="jb-stack">
    ${pageHead({ title: texts.newTitle, lead: texts.newLead })}
    ${errorSummary(entered, endpointLabels)}
    <div class="jb-columns">
      ${panel({
        title: texts.settings,
        body: form({
          action: path,
          csrf: visit.csrf,
          operation,
          submit: { label: texts.add, icon: 'plus' },
          body: endpointFields(entered),
          call: copyable(visit.deps.env, createOwnSubscription, { body: example }),
        }),
      })}
      ${samples()}
    </div>
  </div>`
  return view({ title: titleOf(texts.newTitle, entered), body, ...(status && { status }) })
}
