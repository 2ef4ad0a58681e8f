import {
  changeOwnSubscription,
  deleteOwnSubscription,
  disableOwnSubscription,
  getOwnSubscription,
  rotateOwnSecret,
} from '@jobboard/contracts/webhooks/own'
import { notice, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { endpointFields, endpointLabels } from './events-field.ts'
import { action, callOf, endpointHead, type Subscription } from './head.ts'
import { settingsTexts as words } from './settings-texts.ts'
import { texts } from './texts.ts'

/** The form that was refused, if any. */
type Refused = { [Form in 'settings' | 'rotate' | 'remove']?: Entered }

/** The settings of an endpoint, with the form that was refused. `current`: somebody else changed it to this meanwhile. */
export async function showSettings(visit: Visit, refused: Refused, current?: Subscription) {
  const params = { subscriptionId: visit.params.subscriptionId! }
  const subscription = current ?? (await visit.ask(getOwnSubscription, { params }))
  const entered = refused.settings ?? refused.rotate ?? refused.remove ?? { values: {}, errors: {} }
  const labels = { ...endpointLabels, overlap: words.overlap }
  const body = html`<div class="jb-stack">
    ${endpointHead(visit, subscription, 'settings')}
    ${errorSummary(entered, labels)}
    ${settingsPanel(visit, subscription, refused.settings, current !== undefined)}
    ${rotatePanel(visit, subscription, refused.rotate)}
    ${subscription.status === 'Active' && disablePanel(visit, subscription)}
    ${removePanel(visit, subscription)}
  </div>`
  const isWrong = Object.keys(entered.errors).length > 0
  return view({ title: titleOf(texts.tabs.settings, entered), body, ...(isWrong && { status: 422 }) })
}

function settingsPanel(
  visit: Visit,
  { id, url, events }: Subscription,
  entered: Entered = { values: { url, events }, errors: {} },
  isChanged: boolean,
): Html {
  return panel({
    title: texts.settings,
    body: [
      isChanged &&
        definitions([
          { term: words.currentUrl, value: userText(url) },
          { term: words.currentEvents, value: events.join(', ') },
        ]),
      form({
        action: `/webhooks/${id}/settings`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: words.save },
        body: [
          html`<input type="hidden" name="wasUrl" value=${url} />`,
          html`<input type="hidden" name="wasEvents" value=${events.join(' ')} />`,
          endpointFields(entered),
        ],
        call: callOf(visit, changeOwnSubscription, id, { url, events }),
      }),
    ],
  })
}

function rotatePanel(
  visit: Visit,
  { id, previousSecretUntil }: Subscription,
  entered: Entered = { values: {}, errors: {} },
): Html {
  const values = { overlap: '86400', ...entered.values }
  const overlaps = previousSecretUntil && new Date(previousSecretUntil) > visit.now
  return panel({
    title: words.rotate,
    body: [
      html`<p class="jb-muted">${words.rotateLead}</p>`,
      overlaps &&
        notice({
          tone: 'info',
          body: html`<span>${words.oldWorks} ${when(previousSecretUntil, visit.zone)}. ${words.oldEnds}</span>`,
        }),
      form({
        action: `/webhooks/${id}/rotate`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: words.rotateNow, icon: 'rotate' },
        confirm: { question: words.rotateConfirm, tick: words.rotateTick },
        body: field(
          { values, errors: entered.errors },
          {
            type: 'select',
            name: 'overlap',
            label: words.overlap,
            options: Object.entries(words.overlaps).map(([value, label]) => ({ value, label })),
          },
        ),
        call: callOf(visit, rotateOwnSecret, id, { overlapSeconds: 86_400 }),
      }),
    ],
  })
}

function disablePanel(visit: Visit, { id }: Subscription): Html {
  visit.calls.push(callOf(visit, disableOwnSubscription, id))
  return panel({
    title: texts.disable,
    body: [
      html`<p class="jb-muted">${texts.disableLead}</p>`,
      action(visit, `/webhooks/${id}/disable`, { label: texts.disable, tone: 'secondary', icon: 'pause' }),
    ],
  })
}

function removePanel(visit: Visit, { id, url }: Subscription): Html {
  const shown = url.length > 80 ? `${url.slice(0, 80)}…` : url
  return panel({
    title: words.remove,
    body: [
      html`<p class="jb-muted">${words.removeLead}</p>`,
      form({
        action: `/webhooks/${id}/delete`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: words.remove, tone: 'danger', icon: 'trash' },
        confirm: { question: words.removeQuestion, tick: words.removeTick(shown) },
        call: callOf(visit, deleteOwnSubscription, id),
      }),
    ],
  })
}
