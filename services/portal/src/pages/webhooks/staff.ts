import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import {
  getDelivery,
  listAllDeliveries,
  recoverDeliveries,
  redeliver,
} from '@jobboard/contracts/webhooks/deliveries'
import { notice } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { text } from '../../http/form.ts'
import { BAD_TIME, toLocal, toMoment, zoneOfForm } from '../../http/local-time.ts'
import { type Area, get, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { count, deliveryColumns, depthText, payload, state, statusTexts } from './parts.ts'

type Delivery = ResponseBody<typeof listAllDeliveries>['items'][number]

const path = '/staff/deliveries'
const roles = ['operator'] as const
const DAY_MS = 86_400_000

const list = filters({
  path,
  pageSize: 25,
  fields: {
    status: { type: 'select', label: 'Status', options: optionsOf(statusTexts, 'All') },
    employerId: { type: 'number', label: 'Employer id' },
    subscriptionId: { type: 'number', label: 'Endpoint id' },
    since: { type: 'datetime-local', label: 'From' },
  },
})

/** The deliveries of all employers; those of one endpoint that were given up can be sent again. */
async function showList(visit: Visit): Promise<View> {
  const at = list.read(visit, MAX_DELIVERY_DEPTH)
  const { items, total } = await visit.ask(listAllDeliveries, { query: at.query })
  const lead = 'Webhook deliveries of all employers, newest first, also of deleted endpoints.'
  return screen(visit, {
    title: 'Deliveries',
    lead,
    refused: at.refused,
    body: [
      at.form(),
      at.panel<Delivery>({
        caption: 'Deliveries',
        rows: items,
        total,
        rowHref: ({ id }) => `${path}/${id}`,
        empty: { title: 'No delivery yet', text: lead },
        noMatch: { title: 'No delivery matches', text: 'Choose another status, employer, endpoint or time.' },
        columns: deliveryColumns(visit, ({ isHeld }) => isHeld === true, {
          Employer: ({ employerId: id }) => html`<a href=${`/staff/employers/${id}`}>${String(id)}</a>`,
          Endpoint: ({ subscriptionId: id }) =>
            html`<a href=${`${path}?subscriptionId=${id}`}>${String(id)}</a>`,
        }),
        after: total > MAX_DELIVERY_DEPTH && notice({ tone: 'info', body: depthText }),
      }),
      mayCall(visit.person.role, recoverDeliveries) && recovery(visit, at.query.subscriptionId),
    ],
  })
}

function recovery(visit: Visit, subscriptionId: string | undefined) {
  if (subscriptionId === undefined) {
    return html`<p class="text-body-secondary">To send again all that was given up, filter by an endpoint id.</p>`
  }
  const { zone, now } = visit
  return recover.panel(visit, 'Send again what was given up', {
    params: { subscriptionId },
    values: { recoverSince: toLocal(new Date(now.getTime() - 7 * DAY_MS), zone) },
    hidden: { zone },
    fields: { recoverSince: { hint: `In ${zone}` } },
    question: `The receiver of endpoint ${subscriptionId} gets all of them at once.`,
    before: `All deliveries of endpoint ${subscriptionId} that were given up or cancelled since the time below become due now, under the same ids.`,
  })
}

const momentOf = (visit: Visit, sent = visit.form) => toMoment(text(sent, 'recoverSince'), zoneOfForm(visit))

const recover = command({
  path: '/staff/endpoints/:subscriptionId/recover',
  roles,
  call: recoverDeliveries,
  fields: fields(undefined, { recoverSince: { type: 'datetime-local', label: 'Created since' } }),
  body: (sent, visit) => ({ since: momentOf(visit, sent) }),
  submit: { label: 'Send again', icon: 'refresh' },
  confirm: { question: 'The receiver gets all of them at once.', tick: 'Its receiver works again' },
  check: (visit) => (momentOf(visit) ? undefined : { recoverSince: BAD_TIME }),
  fieldOf: () => 'recoverSince',
  again: (visit) => showList({ ...visit, query: { subscriptionId: visit.params.subscriptionId } }),
  done({ params }, { count: n }) {
    const to = `${path}?subscriptionId=${encodeURIComponent(params.subscriptionId!)}`
    if (n === 0) return redirect(to, 'Nothing was given up since then, so nothing is sent.', 'info')
    const due = count(n, 'delivery is', 'deliveries are')
    return redirect(to, `Accepted: ${due} due now. While an endpoint is disabled they are held.`)
  },
})

async function showDelivery(visit: Visit): Promise<View> {
  const delivery = await visit.ask(getDelivery)
  const { subscriptionId: id, event, status } = delivery
  return screen(visit, {
    title: `Delivery ${event}`,
    heading: event,
    lead: html`<a href=${`${path}?subscriptionId=${id}`}>Endpoint ${id}</a>`,
    back: { href: path, label: 'All deliveries' },
    body: [
      state(visit, delivery, delivery.isHeld === true),
      mayCall(visit.person.role, redeliver) &&
        again.panel(visit, 'Send again', {
          submit: { tone: status === 'Succeeded' ? 'secondary' : 'primary' },
          before: 'Starts a new series of attempts, with the same delivery id and bytes.',
        }),
      payload(delivery),
    ],
  })
}

const again = command({
  path: `${path}/:deliveryId/redeliver`,
  roles,
  call: redeliver,
  submit: { label: 'Send again', icon: 'refresh' },
  again: showDelivery,
  done: ({ params }) =>
    redirect(
      `${path}/${params.deliveryId}`,
      'Accepted: the delivery is due now, and held while its endpoint is disabled. What the receiver says appears here.',
    ),
})

export const deliveries: Area = {
  places: [{ href: path, label: 'Deliveries', icon: 'delivery', roles: staffRoles }],
  pages: [
    get(path, staffRoles, showList),
    get(`${path}/:deliveryId`, staffRoles, showDelivery),
    recover,
    again,
  ],
}
