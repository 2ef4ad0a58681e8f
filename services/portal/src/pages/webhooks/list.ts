import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listOwnSubscriptions } from '@jobboard/contracts/endpoints/own-webhooks'
import { getOwnStats } from '@jobboard/contracts/endpoints/webhook-stats'
import { MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { badge, empty, linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { sparkline } from '../../html/chart.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { pageOf, percent, series, statusBadge, toPoints } from './shown.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 20

type Subscription = ResponseBody<typeof listOwnSubscriptions>['items'][number]
type Row = Subscription & { stats: ResponseBody<typeof getOwnStats> | undefined }

/** Every endpoint of the employer with its last 24 hours. */
export const listPage: Page = {
  method: 'GET',
  path: '/webhooks',
  roles: ['EmployerAdmin'],
  async handle(visit) {
    const page = pageOf(visit.query.page, PAGE_SIZE)
    const { items, total } = await visit.ask(listOwnSubscriptions, { query: { page, pageSize: PAGE_SIZE } })
    const rows = await Promise.all(
      items.map(async (item, index): Promise<Row> => {
        const input = { params: { subscriptionId: item.id } }
        const read = () => visit.ask(getOwnStats, input, { isHidden: index > 0 })
        return { ...item, stats: await visit.part('webhook', read) }
      }),
    )
    const isFull = total >= MAX_SUBSCRIPTIONS_PER_EMPLOYER
    const add = linkButton({ href: '/webhooks/new', label: texts.add, tone: 'primary', icon: 'plus' })
    const body = html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead, actions: !isFull && total > 0 && add })}
      ${isFull && notice({ tone: 'info', body: texts.limit(number(total)) })}
      ${panel({
        title: texts.list,
        body: [
          table({
            caption: texts.list,
            columns: columnsFor(visit),
            rows,
            empty: empty({ title: texts.none, text: texts.noneNext, action: add }),
            rowHref: ({ id }) => `/webhooks/${id}`,
          }),
          total > PAGE_SIZE &&
            pager({ page, pageSize: PAGE_SIZE, total, href: (to) => `/webhooks?page=${to}` }),
        ],
      })}
    </div>`
    return view({ title: texts.title, body })
  },
}

function columnsFor({ zone, now }: Visit) {
  const head = texts.columns
  return [
    { head: head.endpoint, cell: ({ url }: Row) => userText(url, { lines: 2 }) },
    { head: head.status, cell: statusBadge },
    {
      head: head.events,
      cell: ({ events }: Row) =>
        html`<span class="jb-events">${events.map((event) => badge({ text: event }))}</span>`,
    },
    { head: head.day, cell: ({ stats }: Row) => (stats ? dayOf(stats) : '–') },
    {
      head: head.waiting,
      cell: ({ stats, status }: Row) => {
        if (!stats) return '–'
        if (stats.pending === 0) return html`<span class="jb-muted">${texts.nothing}</span>`
        if (status === 'Disabled') return texts.held(number(stats.pending))
        return html`<span>${number(stats.pending)}<br /><span class="jb-muted">${texts.nextAt} ${when(stats.nextAttemptAt, zone, 'relative', now)}</span></span>`
      },
    },
  ]
}

function dayOf({ steps, total }: NonNullable<Row['stats']>): Html {
  const { succeeded, failed } = total
  if (succeeded + failed === 0) return html`<span class="jb-muted">${texts.noAttempts}</span>`
  const label = texts.sparkline(number(succeeded), number(failed))
  return html`<span class="jb-day">${sparkline({ label, points: toPoints(steps, String), series })}<span>${texts.share(percent(total))}</span></span>`
}
