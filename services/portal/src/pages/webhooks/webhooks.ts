import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { createOwnSubscription, listOwnSubscriptions } from '@jobboard/contracts/webhooks/own'
import { defaultEvents } from '@jobboard/contracts/webhooks/public-events'
import { badge, linkButton, notice } from '@jobboard/html/blocks'
import { sparkline } from '@jobboard/html/chart'
import { type Html, html } from '@jobboard/html/html'
import { number, userText, when } from '@jobboard/html/values'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { samples } from '../../parts/webhook-samples.ts'
import { againPages } from './again.ts'
import { endpointPages } from './endpoint.ts'
import { percent, secretPage, series, statusBadge, toPoints } from './parts.ts'
import { endpointWords, settingsPages } from './settings.ts'

type Row = ResponseBody<typeof listOwnSubscriptions>['items'][number]

const roles = ['EmployerAdmin'] as const
const list = filters({ path: '/webhooks', pageSize: 20 })

async function showList(visit: Visit): Promise<View> {
  const { zone, now } = visit
  const at = list.read(visit)
  const { items, total } = await visit.ask(listOwnSubscriptions, { query: { ...at.query, include: 'stats' } })
  const isFull = total >= MAX_SUBSCRIPTIONS_PER_EMPLOYER
  const full = `You have ${number(total)} endpoints, which is the limit. Delete one first, or change one.`
  const action = linkButton({ href: '/webhooks/new', label: 'Add endpoint', tone: 'primary', icon: 'plus' })
  return screen(visit, {
    title: 'Webhooks',
    lead: 'Your servers receive a signed POST for each event, and again until they respond with 2xx.',
    actions: !isFull && total > 0 && action,
    body: [
      isFull && notice({ tone: 'info', body: full }),
      at.panel<Row>({
        caption: 'Webhook endpoints',
        rows: items,
        total,
        rowHref: ({ id }) => `/webhooks/${id}`,
        empty: {
          title: 'No endpoint yet',
          text: 'Add the address of your server, choose events, and send it a test event.',
          action,
        },
        columns: {
          Endpoint: ({ url }) => userText(url, { lines: 2 }),
          Status: statusBadge,
          Events: ({ events }) =>
            html`<span class="hstack flex-wrap gap-1">${events.map((event) => badge({ text: event }))}</span>`,
          'Last 24 hours': ({ included }) => (included ? dayOf(included.stats) : '–'),
          Waiting: ({ included, status }) => {
            if (!included) return '–'
            const { pending, nextAttemptAt } = included.stats
            if (pending === 0) return html`<span class="text-body-secondary">Nothing</span>`
            if (status === 'Disabled') return `${number(pending)} held`
            return html`<span>${number(pending)}<br /><span class="text-body-secondary">next attempt ${when(nextAttemptAt, zone, 'relative', now)}</span></span>`
          },
        },
      }),
    ],
  })
}

function dayOf({ steps, total }: NonNullable<Row['included']>['stats']): Html {
  const { succeeded, failed } = total
  if (succeeded + failed === 0) return html`<span class="text-body-secondary">No attempts</span>`
  const label = `${number(succeeded)} attempts succeeded and ${number(failed)} failed, by hour`
  return html`<span class="vstack gap-1 small text-nowrap">${sparkline({ label, points: toPoints(steps, String), series })}<span>${percent(total)} succeeded</span></span>`
}

/** Adds an endpoint; its secret is shown in the response. The same form again shows the same one. */
const add = command({
  path: '/webhooks/new',
  roles,
  call: createOwnSubscription,
  fields: fields(createOwnSubscription.body, endpointWords),
  example: { url: 'https://hooks.example.com/job-board' },
  submit: { label: 'Add endpoint', icon: 'plus' },
  again: showAdd,
  done(visit, { id, url, signingSecret: secret }) {
    const lead = userText(url, { lines: 2 })
    return secretPage(visit, { title: 'The endpoint is added', lead, secret, id })
  },
})

async function showAdd(visit: Visit): Promise<View> {
  return screen(visit, {
    title: 'Add an endpoint',
    lead: 'Events that happen from then on are sent to it.',
    body: html`<div class="jb-columns">
      ${add.panel(visit, 'Address and events', { values: { events: [...defaultEvents] } })} ${samples()}
    </div>`,
  })
}

export const webhooks: Area = {
  places: [{ href: '/webhooks', label: 'Webhooks', icon: 'webhook', roles }],
  pages: [
    get('/webhooks', roles, showList),
    get('/webhooks/new', roles, showAdd),
    add,
    ...endpointPages,
    ...againPages,
    ...settingsPages,
  ],
}
