import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import {
  deliveryStatuses,
  listAllDeliveries,
  recoverDeliveries,
} from '@jobboard/contracts/webhooks/deliveries'
import { empty, linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { filters, form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, when } from '../../html/values.ts'
import { readMoment, toLocal } from '../../http/local-time.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { deliveryBadge, nextOf, pageOf } from './shown.ts'
import { staffTexts as words } from './staff-texts.ts'
import { texts } from './texts.ts'

const path = '/staff/deliveries'
const PAGE_SIZE = 25
const DAY_MS = 86_400_000
const ID = /^[1-9][0-9]{0,9}$/
type Delivery = ResponseBody<typeof listAllDeliveries>['items'][number]

/** The deliveries of all employers with their filter. */
export const staffListPage: Page = {
  method: 'GET',
  path,
  roles: staffRoles,
  async handle(visit) {
    const { entered, query, page } = readQuery(visit)
    const { items, total } = await visit.ask(listAllDeliveries, { query })
    const reach = Math.min(total, MAX_DELIVERY_DEPTH)
    const isNarrow = Object.values(entered.values).some((value) => value)
    const href = (to: number) => `${path}?${addressOf(visit, { ...entered.values, page: String(to) })}`
    const nothing = empty({
      ...(isNarrow
        ? { title: words.none, text: words.noneNext }
        : { title: texts.noDeliveries, text: words.lead }),
      ...(isNarrow && { action: linkButton({ href: path, label: words.clear }) }),
    })
    const body = html`<div class="jb-stack">
      ${pageHead({ title: words.title, lead: words.lead })}
      ${errorSummary(entered, { employerId: words.employerId, subscriptionId: words.subscriptionId, since: texts.since })}
      ${panel({
        title: texts.deliveries,
        body: [
          filterForm(visit, entered),
          table({
            caption: texts.deliveries,
            columns: columnsFor(visit),
            rows: items,
            empty: nothing,
            rowHref: ({ id }) => `${path}/${id}`,
          }),
          reach < total && notice({ tone: 'info', body: texts.depth }),
          items.length > 0 && pager({ page, pageSize: PAGE_SIZE, total: reach, href }),
        ],
      })}
      ${mayCall(visit.person.role, recoverDeliveries) && recovery(visit, query.subscriptionId)}
    </div>`
    const isWrong = Object.keys(entered.errors).length > 0
    return view({ title: titleOf(words.title, entered), body, ...(isWrong && { status: 422 }) })
  },
}

/** The filter as the address has it; what is wrong is named and left out. */
function readQuery({ query: sent, zone }: Visit) {
  const page = pageOf(sent.page, PAGE_SIZE)
  const query: Record<string, string | number> = { page, pageSize: PAGE_SIZE }
  const errors: Record<string, string> = {}
  if (deliveryStatuses.some((status) => status === sent.status)) query.status = sent.status!
  for (const name of ['employerId', 'subscriptionId'] as const) {
    const typed = sent[name]?.trim() ?? ''
    if (ID.test(typed) && Number(typed) < 2 ** 31) query[name] = typed
    else if (typed !== '') errors[name] = words.badId
  }
  const { moment, shown: since } = readMoment(sent.since, sent.zone, zone)
  if (moment) query.since = moment.toISOString()
  else if (moment === null) errors.since = texts.badTime
  const { status, employerId, subscriptionId } = sent
  const entered: Entered = { values: { status, employerId, subscriptionId, since }, errors }
  return { page, query, entered }
}

function addressOf({ zone }: Visit, values: Entered['values']): URLSearchParams {
  const named = { ...values, ...(values.since && { zone }) }
  return new URLSearchParams(Object.entries(named).flatMap(([name, v]) => (v ? [[name, String(v)]] : [])))
}

function filterForm({ zone }: Visit, entered: Entered): Html {
  const statuses = deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] }))
  const id = (name: 'employerId' | 'subscriptionId') =>
    field(entered, { type: 'text', name, label: words[name], inputMode: 'numeric', maxLength: 10 })
  return filters({
    action: path,
    submit: { label: texts.filter, icon: 'filter' },
    body: [
      html`<input type="hidden" name="zone" value=${zone} />`,
      field(entered, {
        type: 'select',
        name: 'status',
        label: texts.deliveryColumns.status,
        options: [{ value: '', label: texts.all }, ...statuses],
      }),
      id('employerId'),
      id('subscriptionId'),
      field(entered, {
        type: 'datetime-local',
        name: 'since',
        label: texts.since,
        hint: texts.inZone(zone),
      }),
    ],
  })
}

function columnsFor({ zone, now }: Visit) {
  const head = words.columns
  return [
    { head: head.event, cell: ({ event }: Delivery) => event },
    { head: head.status, cell: deliveryBadge },
    {
      head: head.employer,
      cell: ({ employerId }: Delivery) =>
        html`<a href=${`/staff/employers/${employerId}`}>${String(employerId)}</a>`,
    },
    {
      head: head.endpoint,
      cell: ({ subscriptionId }: Delivery) =>
        html`<a href=${`${path}?subscriptionId=${subscriptionId}`}>${String(subscriptionId)}</a>`,
    },
    {
      head: head.response,
      cell: ({ lastStatusCode, failedAttempts }: Delivery) =>
        lastStatusCode ??
        html`<span class="jb-muted">${failedAttempts > 0 ? texts.failed : texts.noResponse}</span>`,
    },
    { head: head.attempts, cell: ({ failedAttempts }: Delivery) => number(failedAttempts), numeric: true },
    {
      head: head.next,
      cell: ({ nextAttemptAt, isHeld }: Delivery) =>
        nextAttemptAt && (isHeld ? texts.heldShort : nextOf(nextAttemptAt, { zone, now })),
    },
    { head: head.created, cell: ({ createdAt }: Delivery) => when(createdAt, zone) },
  ]
}

function recovery({ csrf, deps, zone, now }: Visit, chosen: string | number | undefined): Html {
  if (chosen === undefined) return html`<p class="jb-muted">${words.recoverPick}</p>`
  const subscriptionId = Number(chosen)
  const since = new Date(now.getTime() - 7 * DAY_MS)
  return panel({
    title: words.recover,
    body: form({
      action: `/staff/endpoints/${subscriptionId}/recover`,
      csrf,
      operation: newOperation(),
      submit: { label: words.recoverNow, icon: 'refresh' },
      confirm: { question: words.recoverConfirm(subscriptionId), tick: words.recoverTick },
      body: [
        html`<p>${words.recoverLead(subscriptionId)}</p>`,
        html`<input type="hidden" name="zone" value=${zone} />`,
        field(
          { values: { since: toLocal(since, zone) }, errors: {} },
          {
            type: 'datetime-local',
            name: 'since',
            id: 'field-recover-since',
            label: texts.recoverSince,
            hint: texts.inZone(zone),
          },
        ),
      ],
      call: copyable(deps.env, recoverDeliveries, { params: { subscriptionId }, body: { since } }),
    }),
  })
}
