import { deleteOwnSubscription, getOwnSubscription, rotateOwnSecret } from '@jobboard/contracts/webhooks/own'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { html } from '../../html/html.ts'
import { when } from '../../html/values.ts'
import { errorsOf, list, text } from '../../http/form.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { secretPage } from './add.ts'
import { changeEndpoint } from './change.ts'
import { showSettings as show } from './settings-page.ts'
import { settingsTexts as words } from './settings-texts.ts'

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
        if (!current) return redirect(`/webhooks/${subscriptionId}/settings`, words.saved)
        return show(visit, { settings: { values: sent, errors: { '': words.changedMeanwhile } } }, current)
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
      const errors: Errors = text(sent, 'confirmed') === 'yes' ? {} : { '': words.tickFirst }
      if (!Object.hasOwn(words.overlaps, text(sent, 'overlap'))) errors.overlap = words.badOverlap
      if (Object.keys(errors).length > 0) return show(visit, { rotate: { values: sent, errors } })
      const { signingSecret } = await visit.ask(
        rotateOwnSecret,
        { params, body: { overlapSeconds } },
        { operation },
      )
      // Read afterwards: a form that is sent again shows the end that the first one began.
      const found = await visit.part('webhook', () => visit.ask(getOwnSubscription, { params }))
      const until = new Date(found?.previousSecretUntil ?? now.getTime() + overlapSeconds * 1_000)
      const lead =
        until <= now ? words.oldStopped : html`<span>${words.oldWorksUntil} ${when(until, zone)}.</span>`
      const body = secretPage(words.rotatedTitle, lead, signingSecret, params.subscriptionId)
      return view({ title: words.rotatedTitle, body })
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
        return show(visit, { remove: { values: sent, errors: { '': words.tickFirst } } })
      }
      await visit.ask(deleteOwnSubscription, { params }, { operation })
      return redirect('/webhooks', words.removed)
    },
  },
]
