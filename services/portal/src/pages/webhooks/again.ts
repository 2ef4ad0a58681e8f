import { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import {
  getOwnSubscription,
  listOwnDeliveries,
  recoverOwnDeliveries,
  replayToSubscription,
} from '@jobboard/contracts/webhooks/own'
import { subscribableEvents, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { filters, form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { number } from '../../html/values.ts'
import { errorsOf, list, text } from '../../http/form.ts'
import { knownZone, readMoment, toLocal, toMoment } from '../../http/local-time.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { callOf, endpointHead } from './head.ts'
import { settingsTexts as words } from './settings-texts.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/:subscriptionId/again'
const DAY_MS = 86_400_000
const nothingEntered: Entered = { values: {}, errors: {} }

/** Sends again what was given up, or the events of a time. */
export const againPages: Page[] = [
  {
    method: 'GET',
    path,
    roles,
    handle: (visit) => show(visit, nothingEntered),
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/recover',
    roles,
    async handle(visit) {
      const params = { subscriptionId: visit.params.subscriptionId! }
      const since = new Date(text(visit.form, 'moment'))
      if (Number.isNaN(since.getTime())) return redirect(`/webhooks/${params.subscriptionId}/again`)
      const { operation } = visit
      const { count } = await visit.ask(recoverOwnDeliveries, { params, body: { since } }, { operation })
      return accepted(visit, count, texts.recovered, texts.recoveredHeld)
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:subscriptionId/replay',
    roles,
    async handle(visit) {
      const { form: sent, operation } = visit
      const params = { subscriptionId: visit.params.subscriptionId! }
      const zone = knownZone(text(sent, 'zone'), visit.zone)
      const [since, until] = [toMoment(text(sent, 'since'), zone), toMoment(text(sent, 'until'), zone)]
      const errors: Record<string, string> = {}
      if (!since) errors.since = texts.badTime
      if (until === null) errors.until = texts.badTime
      if (text(sent, 'confirmed') !== 'yes') errors[''] = words.tickFirst
      if (!since || Object.keys(errors).length > 0) return show(visit, { values: sent, errors })
      const types = list(sent, 'types') as WebhookEvent[]
      const body = { since, until, types: types.length > 0 ? types : null }
      try {
        const { count } = await visit.ask(replayToSubscription, { params, body }, { operation })
        return await accepted(visit, count, texts.replayed, texts.replayedHeld)
      } catch (error) {
        return show(visit, { values: sent, errors: errorsOf(error) })
      }
    },
  },
]

type Sentence = (count: number, shown: string) => string

/** Says what really happens next: nothing is sent to a disabled endpoint. */
async function accepted(visit: Visit, count: number, now: Sentence, held: Sentence) {
  const params = { subscriptionId: visit.params.subscriptionId! }
  const found = await visit.part('webhook', () => visit.ask(getOwnSubscription, { params }))
  const isHeld = found?.status === 'Disabled' && count > 0
  const to = `/webhooks/${params.subscriptionId}`
  return redirect(to, (isHeld ? held : now)(count, number(count)), isHeld ? 'warning' : 'success')
}

async function show(visit: Visit, entered: Entered) {
  const params = { subscriptionId: visit.params.subscriptionId! }
  const { query: asking, zone } = visit
  const { moment: asked } = readMoment(asking.since, asking.zone, zone)
  const since = asked ?? new Date(visit.now.getTime() - 7 * DAY_MS)
  const query = { status: 'DeadLettered', since: since.toISOString(), pageSize: 1 }
  const [subscription, stats, givenUp] = await Promise.all([
    visit.ask(getOwnSubscription, { params }),
    visit.part('webhook', () => visit.ask(getOwnStats, { params })),
    visit.ask(listOwnDeliveries, { params, query }),
  ])
  const { id } = subscription
  const sinceError: Record<string, string> = asked === null ? { since: texts.badTime } : {}
  const body = html`<div class="jb-stack">
    ${endpointHead(visit, subscription, 'again', stats)}
    ${errorSummary(entered, { since: texts.since, until: texts.until, types: texts.replayTypes })}
    ${recoverPanel(visit, id, since, givenUp.total, sinceError)}
    ${replayPanel(visit, id, entered)}
  </div>`
  const isWrong = Object.keys(entered.errors).length > 0 || asked === null
  return view({ title: titleOf(texts.tabs.again, entered), body, ...(isWrong && { status: 422 }) })
}

function recoverPanel(
  visit: Visit,
  id: number,
  since: Date,
  count: number,
  errors: Record<string, string>,
): Html {
  const { zone, csrf } = visit
  const entered = { values: { recoverSince: toLocal(since, zone) }, errors: {} }
  return panel({
    title: texts.recover,
    body: [
      html`<p class="jb-muted">${texts.recoverLead}</p>`,
      filters({
        action: `/webhooks/${id}/again`,
        submit: { label: texts.recoverCount },
        body: [
          html`<input type="hidden" name="zone" value=${zone} />`,
          field(
            { values: { since: entered.values.recoverSince }, errors },
            {
              type: 'datetime-local',
              name: 'since',
              id: 'recover-since',
              label: texts.recoverSince,
              hint: texts.inZone(zone),
            },
          ),
        ],
      }),
      html`<p>${count === 0 ? texts.recoverNone : texts.recoverFound(count, number(count))}</p>`,
      count > 0 &&
        form({
          action: `/webhooks/${id}/recover`,
          csrf,
          operation: newOperation(),
          submit: { label: texts.recoverNow(number(count)), icon: 'refresh' },
          body: html`<input type="hidden" name="moment" value=${since.toISOString()} />`,
          call: callOf(visit, recoverOwnDeliveries, id, { since: since.toISOString() }),
        }),
    ],
  })
}

function replayPanel(visit: Visit, id: number, { values, errors }: Entered): Html {
  const { zone, csrf, now } = visit
  const yesterday = new Date(now.getTime() - DAY_MS)
  const entered = { values: { since: toLocal(yesterday, zone), ...values }, errors }
  const hint = texts.inZone(zone)
  return panel({
    title: texts.replay,
    body: [
      html`<p class="jb-muted">${texts.replayLead}</p>`,
      form({
        action: `/webhooks/${id}/replay`,
        csrf,
        operation: newOperation(),
        submit: { label: texts.replayNow, icon: 'refresh' },
        confirm: { question: texts.replayConfirm, tick: texts.replayTick },
        body: [
          html`<input type="hidden" name="zone" value=${zone} />`,
          field(entered, { type: 'datetime-local', name: 'since', label: texts.since, hint, required: true }),
          field(entered, {
            type: 'datetime-local',
            name: 'until',
            label: texts.until,
            hint: `${texts.replayUntilHint} ${hint}`,
            required: false,
          }),
          field(entered, {
            type: 'checkboxes',
            name: 'types',
            label: texts.replayTypes,
            hint: texts.replayTypesHint,
            options: subscribableEvents.map((value) => ({ value, label: value })),
          }),
        ],
        call: callOf(visit, replayToSubscription, id, { since: yesterday.toISOString() }),
      }),
    ],
  })
}
