import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import {
  enableOwnSubscription,
  getOwnSubscription,
  listOwnDeliveries,
  testOwnSubscription,
} from '@jobboard/contracts/webhooks/own'
import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
import { missingPart, notice, panel, tabs } from '@jobboard/html/blocks'
import { barChart, lineChart } from '@jobboard/html/chart'
import { type Child, type Html, html } from '@jobboard/html/html'
import { stats as figures, locale, number, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import {
  count,
  deliveryColumns,
  depthText,
  duration,
  percent,
  type Stats,
  series,
  statusBadge,
  statusTexts,
  toPoints,
} from './parts.ts'

export type Subscription = ResponseBody<typeof getOwnSubscription>
type Delivery = ResponseBody<typeof listOwnDeliveries>['items'][number]

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/:subscriptionId'
const views = { '': 'Deliveries', '/again': 'Send again', '/settings': 'Settings' }

const list = filters({
  path,
  pageSize: 25,
  fields: {
    status: { type: 'select', label: 'Status', options: optionsOf(statusTexts, 'All') },
    event: {
      type: 'select',
      label: 'Event',
      options: optionsOf([...subscribableEvents, 'webhook.test'], 'All'),
    },
    since: { type: 'datetime-local', label: 'From' },
    until: { type: 'datetime-local', label: 'Before' },
  },
  tabs: { name: 'hours', label: 'Period', values: ['24', '168', '720'] },
})

/** A page of an endpoint: its address, state and views, and what to do while it is disabled. */
export function endpointScreen(
  visit: Visit,
  subscription: Subscription,
  view: keyof typeof views,
  {
    stats,
    body,
    ...shown
  }: { stats?: Stats | undefined; body: Child } & Pick<Parameters<typeof screen>[1], 'refused'>,
): View {
  const { id, url, status, disabledReason } = subscription
  const links = Object.entries(views).map(([end, label]) => [`/webhooks/${id}${end}`, label])
  const held = stats?.pending ?? 0
  const heldText =
    held === 0
      ? 'No delivery is held. What happens while it is disabled is held and sent when it is enabled.'
      : `${count(held, 'delivery is', 'deliveries are')} held. Nothing is lost: enabling makes ${held === 1 ? 'it' : 'them'} due within a minute.`
  const label = held === 0 ? 'Enable' : `Enable and send ${count(held, 'delivery', 'deliveries')}`
  return screen(visit, {
    ...shown,
    title: view === '' ? url.slice(0, 100) : views[view],
    heading: html`<span class="hstack flex-wrap gap-2">${userText(url, { lines: 2 })}${statusBadge(subscription)}</span>`,
    actions: status === 'Active' && sendTest.form(visit),
    tabs: tabs('Views of the endpoint', Object.fromEntries(links), `/webhooks/${id}${view}`),
    body: [
      status === 'Disabled' &&
        notice({
          tone: 'danger',
          title: `This endpoint is disabled: ${disabledReason ?? ''}`,
          body: html`<div class="vstack gap-4">
            <p>${reasonOf(disabledReason)}${stats && html`<span> ${heldText}</span>`}</p>
            ${enable.form(visit, { submit: { label }, hidden: { held: String(held) } })}
          </div>`,
        }),
      body,
    ],
  })
}

function reasonOf(reason: string | null): string {
  if (reason === 'disabled by an operator') {
    return 'The platform’s staff disabled it. Ask them before you enable it again.'
  }
  if (reason === 'disabled with an API key') return 'Somebody disabled it with an API key of your employer.'
  if (reason === 'disabled in the portal') return 'A person of your employer disabled it here.'
  return 'Its last attempts failed one after the other, so it was disabled. Find out what the receiver said, mend it, then enable the endpoint.'
}

const sendTest = command({
  path: `${path}/test`,
  roles,
  call: testOwnSubscription,
  submit: { label: 'Send test event', icon: 'play', tone: 'secondary' },
  again: showEndpoint,
  done({ params }, { deliveryId }) {
    const to = `/webhooks/${params.subscriptionId}/deliveries/${deliveryId}`
    const said =
      'Accepted: the test event is sent now, with one attempt. What the receiver says appears here.'
    return redirect(to, said, 'info')
  },
})

/** The form says how many deliveries were held when it was shown. */
const enable = command({
  path: `${path}/enable`,
  roles,
  call: enableOwnSubscription,
  submit: { label: 'Enable', icon: 'play' },
  again: showEndpoint,
  done({ params, form }) {
    const held = Number(text(form, 'held')) || 0
    const due = count(held, 'held delivery becomes', 'held deliveries become')
    const said = held === 0 ? '' : ` Accepted: ${due} due within a minute.`
    return redirect(`/webhooks/${params.subscriptionId}`, `The endpoint is enabled.${said}`)
  },
})

async function showEndpoint(visit: Visit): Promise<View> {
  const at = list.read(visit, MAX_DELIVERY_DEPTH)
  const [subscription, stats, { items, total }] = await Promise.all([
    visit.ask(getOwnSubscription),
    visit.part('webhook', () => visit.ask(getOwnStats, { query: { hours: at.tab } })),
    visit.ask(listOwnDeliveries, { query: at.query }),
  ])
  const isDisabled = subscription.status === 'Disabled'
  const periods = at.tabs({ 24: '24 hours', 168: '7 days', 720: '30 days' })
  return endpointScreen(visit, subscription, '', {
    stats,
    refused: at.refused,
    body: [
      stats
        ? panel({ title: 'Attempts', actions: periods, body: attempts(visit, stats, at.tab, isDisabled) })
        : missingPart({ service: 'webhook', what: 'Attempts' }),
      at.panel<Delivery>({
        title: 'Deliveries',
        before: (at.isNarrow || items.length > 0) && at.form(),
        columns: deliveryColumns(visit, () => isDisabled),
        rows: items,
        total,
        rowHref: ({ id }) => `/webhooks/${subscription.id}/deliveries/${id}`,
        empty: {
          title: 'No delivery yet',
          text: 'Send a test event to see one, or wait for the next event.',
        },
        noMatch: { title: 'No delivery matches', text: 'Choose another status, event or time.' },
        after: total > MAX_DELIVERY_DEPTH && notice({ tone: 'info', body: depthText }),
      }),
    ],
  })
}

function attempts({ zone, now }: Visit, stats: Stats, hours: string, isDisabled: boolean): Html[] {
  const { steps, total, pending, nextAttemptAt } = stats
  const sum = total.succeeded + total.failed
  const points = toPoints(steps, labelOf(hours, zone))
  const next =
    isDisabled || nextAttemptAt === null
      ? 'held until it is enabled'
      : html`<span>next attempt ${when(nextAttemptAt, zone, 'relative', now)}</span>`
  return [
    figures([
      { label: 'Succeeded', value: sum === 0 ? '–' : percent(total) },
      { label: 'Attempts', value: number(sum), hint: `${number(total.failed)} failed` },
      {
        label: 'Latency, 95th percentile',
        value: duration(total.p95Ms),
        hint: total.p50Ms !== null && `median ${duration(total.p50Ms)}`,
      },
      { label: 'Waiting', value: number(pending), hint: nextAttemptAt !== null && next },
    ]),
    sum === 0
      ? html`<p class="text-body-secondary">No attempts</p>`
      : html`<div class="jb-columns">
          ${barChart({ title: 'Attempts', unit: 'Attempts', points, series })}
          ${lineChart({
            title: 'Latency in ms',
            unit: 'ms',
            points,
            series: [
              { key: 'p50Ms', label: 'Median' },
              { key: 'p95Ms', label: '95th percentile' },
            ],
          })}
        </div>`,
  ]
}

/** Hours are in the reader's zone, days those of UTC. */
function labelOf(hours: string, zone: string): (startsAt: string) => string {
  const format = new Intl.DateTimeFormat(
    locale,
    hours === '24'
      ? { hour: '2-digit', minute: '2-digit', timeZone: zone }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  )
  return (startsAt) => format.format(new Date(startsAt))
}

export const endpointPages: Page[] = [get(path, roles, showEndpoint), sendTest, enable]
