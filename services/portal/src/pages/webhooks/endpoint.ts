import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import { getOwnSubscription, listOwnDeliveries } from '@jobboard/contracts/webhooks/own'
import { missingPart, panel, tabs } from '../../html/blocks.ts'
import { barChart, lineChart } from '../../html/chart.ts'
import { type Html, html } from '../../html/html.ts'
import { stats as figures, number, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { deliveryList } from './delivery-list.ts'
import { type DeliveryFilter, readFilter } from './filter.ts'
import { endpointHead, type Stats } from './head.ts'
import { duration, percent, series, toPoints } from './shown.ts'
import { texts } from './texts.ts'

/** One endpoint: its attempts over time and its deliveries. */
export const endpointPage: Page = {
  method: 'GET',
  path: '/webhooks/:subscriptionId',
  roles: ['EmployerAdmin'],
  async handle(visit) {
    const params = { subscriptionId: visit.params.subscriptionId! }
    const filter = readFilter(visit, `/webhooks/${encodeURIComponent(params.subscriptionId)}`)
    const [subscription, stats, deliveries] = await Promise.all([
      visit.ask(getOwnSubscription, { params }),
      visit.part('webhook', () => visit.ask(getOwnStats, { params, query: { hours: filter.hours } })),
      visit.ask(listOwnDeliveries, { params, query: filter.query }),
    ])
    const reach = Math.min(deliveries.total, MAX_DELIVERY_DEPTH)
    const body = html`<div class="jb-stack">
      ${endpointHead(visit, subscription, 'deliveries', stats)}
      ${stats ? attempts(visit, stats, filter, subscription.status === 'Disabled') : missingPart({ service: 'webhook', what: texts.chartAttempts })}
      ${deliveryList(visit, subscription, deliveries.items, { total: deliveries.total, reach }, filter)}
    </div>`
    const isWrong = Object.keys(filter.entered.errors).length > 0
    return view({ title: subscription.url.slice(0, 100), body, ...(isWrong && { status: 422 }) })
  },
}

function attempts({ zone, now }: Visit, stats: Stats, filter: DeliveryFilter, isDisabled: boolean): Html {
  const { steps, total, pending, nextAttemptAt } = stats
  const sum = total.succeeded + total.failed
  const points = toPoints(steps, labelOf(filter.hours, zone))
  return panel({
    title: texts.chartAttempts,
    actions: tabs(
      Object.entries(texts.periods).map(([hours, label]) => ({
        href: filter.href({ hours: Number(hours) }),
        label,
        current: Number(hours) === filter.hours,
      })),
      texts.period,
    ),
    body: [
      figures([
        { label: texts.statShare, value: sum === 0 ? '–' : percent(total) },
        { label: texts.statAttempts, value: number(sum), hint: texts.statFailed(number(total.failed)) },
        {
          label: texts.statP95,
          value: duration(total.p95Ms),
          hint: total.p50Ms !== null && texts.statP50(duration(total.p50Ms)),
        },
        {
          label: texts.statWaiting,
          value: number(pending),
          hint:
            nextAttemptAt !== null &&
            (isDisabled
              ? texts.heldHint
              : html`<span>${texts.nextAt} ${when(nextAttemptAt, zone, 'relative', now)}</span>`),
        },
      ]),
      sum === 0
        ? html`<p class="jb-muted">${texts.noAttempts}</p>`
        : html`<div class="jb-charts">
            ${barChart({ title: texts.chartAttempts, unit: texts.chartAttempts, points, series })}
            ${lineChart({
              title: texts.chartLatency,
              unit: 'ms',
              points,
              series: [
                { key: 'p50Ms', label: texts.p50 },
                { key: 'p95Ms', label: texts.p95 },
              ],
            })}
          </div>`,
    ],
  })
}

/** Hours are in the reader's zone, days those of UTC. */
function labelOf(hours: number, zone: string): (startsAt: string) => string {
  const format = new Intl.DateTimeFormat(
    texts.locale,
    hours === 24
      ? { hour: '2-digit', minute: '2-digit', timeZone: zone }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  )
  return (startsAt) => format.format(new Date(startsAt))
}
