import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { listOwnSubscriptions } from '@jobboard/contracts/webhooks/own'
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

/** `included` is missing while a webhook service of the release before answers. */
type Row = ResponseBody<typeof listOwnSubscriptions>['items'][number]

/** Every endpoint of the employer with its last 24 hours. */
export const listPage: Page = {
  method: 'GET',
  path: '/webhooks',
  roles: ['EmployerAdmin'],
  async handle(visit) {
    const page = pageOf(visit.query.page, PAGE_SIZE)
    const query = { page, pageSize: PAGE_SIZE, include: 'stats' }
    const { items: rows, total } = await visit.ask(listOwnSubscriptions, { query })
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
    { head: head.day, cell: ({ included }: Row) => (included ? dayOf(included.stats) : '–') },
    {
      head: head.waiting,
      cell: ({ included, status }: Row) => {
        if (!included) return '–'
        const { stats } = included
        if (stats.pending === 0) return html`<span class="jb-muted">${texts.nothing}</span>`
        if (status === 'Disabled') return texts.held(number(stats.pending))
        return html`<span>${number(stats.pending)}<br /><span class="jb-muted">${texts.nextAt} ${when(stats.nextAttemptAt, zone, 'relative', now)}</span></span>`
      },
    },
  ]
}

function dayOf({ steps, total }: NonNullable<Row['included']>['stats']): Html {
  const { succeeded, failed } = total
  if (succeeded + failed === 0) return html`<span class="jb-muted">${texts.noAttempts}</span>`
  const label = texts.sparkline(number(succeeded), number(failed))
  return html`<span class="jb-day">${sparkline({ label, points: toPoints(steps, String), series })}<span>${texts.share(percent(total))}</span></span>`
}
