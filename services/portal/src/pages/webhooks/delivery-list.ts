import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { deliveryStatuses } from '@jobboard/contracts/webhooks/deliveries'
import type { listOwnDeliveries } from '@jobboard/contracts/webhooks/own'
import { empty, linkButton, notice, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { type DeliveryFilter, filterEvents, PAGE_SIZE } from './filter.ts'
import type { Subscription } from './head.ts'
import { deliveryBadge, nextOf } from './shown.ts'
import { texts } from './texts.ts'

type Delivery = ResponseBody<typeof listOwnDeliveries>['items'][number]

/** The deliveries of an endpoint with their filter. `reach` is how many of all can be listed. */
export function deliveryList(
  visit: Visit,
  { id: subscriptionId, status }: Pick<Subscription, 'id' | 'status'>,
  rows: readonly Delivery[],
  { total, reach }: { total: number; reach: number },
  filter: DeliveryFilter,
): Html {
  const base = `/webhooks/${subscriptionId}`
  const nothing = filter.isNarrow
    ? empty({
        title: texts.noMatch,
        text: texts.noMatchNext,
        action: linkButton({ href: base, label: texts.clear }),
      })
    : empty({ title: texts.noDeliveries, text: texts.noDeliveriesNext })
  return panel({
    title: texts.deliveries,
    body: [
      (filter.isNarrow || rows.length > 0) && filterForm(base, filter),
      table({
        caption: texts.deliveries,
        columns: columnsFor(visit, status === 'Disabled'),
        rows,
        empty: nothing,
        rowHref: ({ id }) => `${base}/deliveries/${id}`,
      }),
      reach < total && notice({ tone: 'info', body: texts.depth }),
      rows.length > 0 &&
        pager({
          page: filter.page,
          pageSize: PAGE_SIZE,
          total: reach,
          href: (page) => filter.href({ page }),
        }),
    ],
  })
}

function filterForm(base: string, { entered, hours }: DeliveryFilter): Html {
  const zone = String(entered.values.zone)
  const choice = (value: string, label: string) => ({ value, label })
  const hint = texts.inZone(zone)
  return filters({
    action: base,
    submit: { label: texts.filter, icon: 'filter' },
    body: [
      html`<input type="hidden" name="zone" value=${zone} />`,
      html`<input type="hidden" name="hours" value=${hours} />`,
      field(entered, {
        type: 'select',
        name: 'status',
        label: texts.deliveryColumns.status,
        options: [
          choice('', texts.all),
          ...deliveryStatuses.map((each) => choice(each, texts.statuses[each])),
        ],
      }),
      field(entered, {
        type: 'select',
        name: 'event',
        label: texts.deliveryColumns.event,
        options: [choice('', texts.all), ...filterEvents.map((each) => choice(each, each))],
      }),
      field(entered, { type: 'datetime-local', name: 'since', label: texts.since, hint }),
      field(entered, { type: 'datetime-local', name: 'until', label: texts.until, hint }),
    ],
  })
}

function columnsFor({ zone, now }: Visit, isDisabled: boolean) {
  const head = texts.deliveryColumns
  return [
    { head: head.event, cell: ({ event }: Delivery) => event },
    { head: head.status, cell: deliveryBadge },
    {
      head: head.response,
      cell: ({ lastStatusCode, failedAttempts, status }: Delivery) =>
        lastStatusCode ??
        html`<span class="jb-muted">${failedAttempts > 0 || status === 'DeadLettered' ? texts.failed : texts.noResponse}</span>`,
    },
    { head: head.attempts, cell: ({ failedAttempts }: Delivery) => number(failedAttempts), numeric: true },
    {
      head: head.next,
      cell: ({ nextAttemptAt }: Delivery) =>
        nextAttemptAt && (isDisabled ? texts.heldShort : nextOf(nextAttemptAt, { zone, now })),
    },
    { head: head.created, cell: ({ createdAt }: Delivery) => when(createdAt, zone) },
  ]
}
