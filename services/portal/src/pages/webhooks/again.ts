import { notFound } from '@jobboard/contracts/error'
import { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import {
  getOwnDelivery,
  getOwnSubscription,
  listOwnDeliveries,
  recoverOwnDeliveries,
  redeliverOwn,
  replayToSubscription,
} from '@jobboard/contracts/webhooks/own'
import { subscribableEvents, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { panel } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { filters } from '@jobboard/html/form'
import { type Child, html } from '@jobboard/html/html'
import { number, userText } from '@jobboard/html/values'
import { list, type Refused, text } from '../../http/form.ts'
import { BAD_TIME, readMoment, toLocal, toMoment, zoneOfForm } from '../../http/local-time.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { endpointScreen } from './endpoint.ts'
import { count, payload, state } from './parts.ts'

const roles = ['EmployerAdmin'] as const
const endpoint = '/webhooks/:subscriptionId'
const path = `${endpoint}/again`
const DAY_MS = 86_400_000
const createdSince = 'Created since'

async function showAgain(visit: Visit): Promise<View> {
  const { query: asked, zone, now } = visit
  const { moment } = readMoment(asked.since, asked.zone, zone)
  const since = moment ?? new Date(now.getTime() - 7 * DAY_MS)
  const query = { status: 'DeadLettered', since: since.toISOString(), pageSize: 1 }
  const [subscription, stats, { total }] = await Promise.all([
    visit.ask(getOwnSubscription),
    visit.part('webhook', () => visit.ask(getOwnStats)),
    visit.ask(listOwnDeliveries, { query }),
  ])
  const wrong: Refused = {
    action: path,
    values: { since: toLocal(since, zone) },
    errors: moment === null ? { since: BAD_TIME } : {},
    labels: { since: createdSince },
  }
  return endpointScreen(visit, subscription, '/again', {
    stats,
    refused: moment === null ? wrong : undefined,
    body: [
      panel({ title: 'Deliveries that were given up', body: givenUp(visit, since, total, wrong) }),
      replay.panel(visit, 'Events of a time', {
        before:
          'Sends events again, also those that arrived or that happened before this endpoint existed, as new deliveries with the same event ids. At most 30 days back and 100 000 events; one replay at a time.',
        values: { since: toLocal(new Date(now.getTime() - DAY_MS), zone) },
        hidden: { zone },
        fields: { since: { hint: `In ${zone}` }, until: { hint: `Empty: until now. In ${zone}` } },
      }),
    ],
  })
}

/** The time is asked for in the address; what is sent is what was counted. */
function givenUp(visit: Visit, since: Date, total: number, entered: Refused): Child {
  const { zone, params } = visit
  return [
    html`<p class="text-body-secondary">After the eighth failed attempt a delivery is given up. When your receiver works again, send all of them once more, under the same ids.</p>`,
    filters({
      action: `/webhooks/${params.subscriptionId}/again`,
      submit: { label: 'Count' },
      body: [
        html`<input type="hidden" name="zone" value=${zone} />`,
        field(entered, {
          type: 'datetime-local',
          name: 'since',
          id: 'recover-since',
          label: createdSince,
          hint: `In ${zone}`,
        }),
      ],
    }),
    total === 0
      ? html`<p>None was given up since then. There is nothing to send again.</p>`
      : html`<p>${count(total, 'delivery was', 'deliveries were')} given up since then.</p>`,
    total > 0 &&
      recover.form(visit, {
        hidden: { moment: since.toISOString() },
        values: { moment: since.toISOString() },
        submit: { label: `Send ${number(total)} again` },
      }),
  ]
}

const recover = command({
  path: `${endpoint}/recover`,
  roles,
  call: recoverOwnDeliveries,
  body: (sent) => ({ since: text(sent, 'moment') }),
  submit: { label: 'Send again', icon: 'refresh' },
  again: showAgain,
  done: (visit, { count: n }) =>
    accepted(visit, n, `${count(n, 'delivery is', 'deliveries are')} due now.`, ['delivery', 'deliveries']),
})

const replayFields = fields(replayToSubscription.body, {
  since: { type: 'datetime-local', label: 'From', required: true },
  until: { type: 'datetime-local', label: 'Before', required: false },
  types: {
    type: 'checkboxes',
    label: 'Only these events',
    hint: 'Without a choice: those of the endpoint.',
    options: optionsOf(subscribableEvents),
  },
})

const replay = command({
  path: `${endpoint}/replay`,
  roles,
  call: replayToSubscription,
  fields: replayFields,
  body(sent, visit) {
    const zone = zoneOfForm(visit)
    const types = list(sent, 'types') as WebhookEvent[]
    const [since, until] = [toMoment(text(sent, 'since'), zone), toMoment(text(sent, 'until'), zone)]
    return { since, until, types: types.length > 0 ? types : null }
  },
  submit: { label: 'Send events again', icon: 'refresh' },
  confirm: {
    question: 'Your receiver gets events that it may have already.',
    tick: 'It recognises them by their id',
  },
  check(visit) {
    const zone = zoneOfForm(visit)
    const [since, until] = [
      toMoment(text(visit.form, 'since'), zone),
      toMoment(text(visit.form, 'until'), zone),
    ]
    if (since && until !== null) return undefined
    return { ...(!since && { since: BAD_TIME }), ...(until === null && { until: BAD_TIME }) }
  },
  again: showAgain,
  async done(visit, { count: n }) {
    if (n > 0) {
      const sent = `${count(n, 'event is', 'events are')} sent again, oldest first.`
      return accepted(visit, n, sent, ['event', 'events'])
    }
    const to = `/webhooks/${visit.params.subscriptionId}`
    return redirect(to, 'There was no such event in that time, so nothing is sent.')
  },
})

/** Says what really happens next: nothing is sent to a disabled endpoint. */
async function accepted(visit: Visit, n: number, sent: string, [singular, plural]: [string, string]) {
  const found = await visit.part('webhook', () => visit.ask(getOwnSubscription))
  const isHeld = found?.status === 'Disabled' && n > 0
  const held = `${count(n, singular, plural)}, held until you enable the endpoint.`
  const to = `/webhooks/${visit.params.subscriptionId}`
  return redirect(to, `Accepted: ${isHeld ? held : sent}`, isHeld ? 'warning' : 'success')
}

const one = `${endpoint}/deliveries/:deliveryId`

/** The delivery that the address names, of the endpoint that it names. */
async function read(visit: Visit) {
  const [delivery, subscription] = await Promise.all([
    visit.ask(getOwnDelivery),
    visit.ask(getOwnSubscription),
  ])
  if (delivery.subscriptionId !== subscription.id) throw notFound()
  return { delivery, url: subscription.url, isHeld: subscription.status === 'Disabled' }
}

async function showDelivery(visit: Visit): Promise<View> {
  const { delivery, url, isHeld } = await read(visit)
  const { event, status, subscriptionId, nextAttemptAt } = delivery
  const waiting = isHeld
    ? 'The endpoint is disabled: the delivery waits until it is enabled.'
    : 'Its next attempt is due now instead of at the time above.'
  const finished = 'Starts a new series of attempts, with the same delivery id and bytes.'
  return screen(visit, {
    title: `Delivery ${event}`,
    heading: event,
    lead: html`<a href=${`/webhooks/${subscriptionId}`}>${userText(url, { lines: 1 })}</a>`,
    body: [
      state(visit, delivery, isHeld),
      again.panel(visit, 'Send again', {
        submit: { tone: status === 'Succeeded' ? 'secondary' : 'primary' },
        before: nextAttemptAt ? waiting : finished,
      }),
      payload(delivery),
    ],
  })
}

const again = command({
  path: `${one}/redeliver`,
  roles,
  call: redeliverOwn,
  submit: { label: 'Send again', icon: 'refresh' },
  async check(visit) {
    await read(visit)
    return undefined
  },
  again: showDelivery,
  async done(visit) {
    const { subscriptionId, deliveryId } = visit.params
    const { status } = await visit.ask(getOwnSubscription)
    const to = `/webhooks/${subscriptionId}/deliveries/${deliveryId}`
    if (status === 'Active') {
      const said = 'Accepted: the delivery is due now. Load this page again to see what the receiver said.'
      return redirect(to, said)
    }
    const held = 'Accepted, but the endpoint is disabled: the delivery is held until you enable it.'
    return redirect(to, held, 'warning')
  },
})

/** Sends again what was given up, the events of a time, or one delivery, whose page says what the receiver said. */
export const againPages: Page[] = [
  get(path, roles, showAgain),
  recover,
  replay,
  get(one, roles, showDelivery),
  again,
]
