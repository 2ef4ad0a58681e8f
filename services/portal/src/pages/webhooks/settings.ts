import {
  changeOwnSubscription,
  deleteOwnSubscription,
  disableOwnSubscription,
  getOwnSubscription,
  rotateOwnSecret,
} from '@jobboard/contracts/endpoints/own-webhooks'
import type { WebhookEvent } from '@jobboard/contracts/endpoints/webhook'
import { notice, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { errorsOf, list, text } from '../../http/form.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { secretPage } from './add.ts'
import { changeEndpoint } from './change.ts'
import { endpointFields, endpointLabels } from './events-field.ts'
import { action, callOf, endpointHead, type Subscription } from './head.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/:subscriptionId/settings'
type Errors = Record<string, string>

/** Changes an endpoint, replaces its secret, and deletes it. */
export const settingsPages: Page[] = [
  { method: 'GET', path, roles, handle: (visit) => show(visit, {}) },
  {
    method: 'POST',
    path,
    roles,
    async handle(visit) {
      const { form: sent } = visit
      const { subscriptionId } = visit.params
      const wanted = { url: text(sent, 'url'), events: list(sent, 'events') as WebhookEvent[] }
      const shown = { url: text(sent, 'wasUrl'), events: text(sent, 'wasEvents').split(' ') }
      try {
        const current = await changeEndpoint(visit, subscriptionId!, shown, wanted)
        if (!current) return redirect(`/webhooks/${subscriptionId}/settings`, texts.saved)
        return show(visit, { settings: { values: sent, errors: { '': texts.changedMeanwhile } } }, current)
      } catch (error) {
        return show(visit, { settings: { values: sent, errors: errorsOf(error) } })
      }
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/rotate',
    roles,
    async handle(visit) {
      const { form: sent, operation, zone, now } = visit
      const params = { subscriptionId: visit.params.subscriptionId! }
      const overlapSeconds = Number(text(sent, 'overlap'))
      const errors: Errors = text(sent, 'confirmed') === 'yes' ? {} : { '': texts.tickFirst }
      if (!Object.hasOwn(texts.overlaps, text(sent, 'overlap'))) errors.overlap = texts.badOverlap
      if (Object.keys(errors).length > 0) return show(visit, { rotate: { values: sent, errors } })
      const { signingSecret } = await visit.ask(
        rotateOwnSecret,
        { params, body: { overlapSeconds } },
        { operation },
      )
      // Read afterwards: a form that is sent again shows the end that the first one began.
      const { previousSecretUntil } = await visit.ask(getOwnSubscription, { params })
      const isOver = previousSecretUntil === null || new Date(previousSecretUntil) <= now
      const lead = isOver
        ? texts.oldStopped
        : html`<span>${texts.oldWorksUntil} ${when(previousSecretUntil, zone)}.</span>`
      const body = secretPage(texts.rotatedTitle, lead, signingSecret, params.subscriptionId)
      return view({ title: texts.rotatedTitle, body })
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/delete',
    roles,
    async handle(visit) {
      const { form: sent, operation } = visit
      const params = { subscriptionId: visit.params.subscriptionId! }
      if (text(sent, 'confirmed') !== 'yes') {
        return show(visit, { remove: { values: sent, errors: { '': texts.tickFirst } } })
      }
      await visit.ask(deleteOwnSubscription, { params }, { operation })
      return redirect('/webhooks', texts.removed)
    },
  },
]

/** The form that was refused, if any. */
type Refused = { [Form in 'settings' | 'rotate' | 'remove']?: Entered }

async function show(visit: Visit, refused: Refused, current?: Subscription) {
  const params = { subscriptionId: visit.params.subscriptionId! }
  const subscription = current ?? (await visit.ask(getOwnSubscription, { params }))
  const entered = refused.settings ?? refused.rotate ?? refused.remove ?? { values: {}, errors: {} }
  const labels = { ...endpointLabels, overlap: texts.overlap }
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
          { term: texts.currentUrl, value: userText(url) },
          { term: texts.currentEvents, value: events.join(', ') },
        ]),
      form({
        action: `/webhooks/${id}/settings`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: texts.save },
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
    title: texts.rotate,
    body: [
      html`<p class="jb-muted">${texts.rotateLead}</p>`,
      overlaps &&
        notice({
          tone: 'info',
          body: html`<span>${texts.oldWorks} ${when(previousSecretUntil, visit.zone)}. ${texts.oldEnds}</span>`,
        }),
      form({
        action: `/webhooks/${id}/rotate`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: texts.rotateNow, icon: 'rotate' },
        confirm: { question: texts.rotateConfirm, tick: texts.rotateTick },
        body: field(
          { values, errors: entered.errors },
          {
            type: 'select',
            name: 'overlap',
            label: texts.overlap,
            options: Object.entries(texts.overlaps).map(([value, label]) => ({ value, label })),
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
    title: texts.remove,
    body: [
      html`<p class="jb-muted">${texts.removeLead}</p>`,
      form({
        action: `/webhooks/${id}/delete`,
        csrf: visit.csrf,
        operation: newOperation(),
        submit: { label: texts.remove, tone: 'danger', icon: 'trash' },
        confirm: { question: texts.removeQuestion, tick: texts.removeTick(shown) },
        call: callOf(visit, deleteOwnSubscription, id),
      }),
    ],
  })
}
