import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { EVENT_FEED_DAYS } from '@jobboard/contracts/limits'
import {
  listEvents,
  type PublicEvent,
  subscribableEvents,
  type WebhookData,
  type WebhookEvent,
} from '@jobboard/contracts/webhooks/public-events'
import { badge, linkButton, notice, tabs } from '@jobboard/html/blocks'
import { copyable } from '@jobboard/html/copy'
import { type Child, type Html, html } from '@jobboard/html/html'
import { more, tablePanel } from '@jobboard/html/table'
import { when } from '@jobboard/html/values'
import { toLocal } from '../../http/local-time.ts'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'

type Feed = ResponseBody<typeof listEvents>
type Event = Feed['items'][number]

const path = '/events'
const roles = ['EmployerAdmin', 'Recruiter'] as const
const PAGE_SIZE = 50
const MAX_TITLE = 100
const HOUR_MS = 3_600_000
const periods = {
  hour: { label: 'Last hour', hours: 1 },
  day: { label: 'Last 24 hours', hours: 24 },
  week: { label: 'Last 7 days', hours: 168 },
  all: { label: `All ${EVENT_FEED_DAYS} days`, hours: undefined },
}
type Period = keyof typeof periods
const periodNames = Object.keys(periods) as Period[]

const typeTexts: Record<WebhookEvent, string> = {
  'application.submitted': 'Applications',
  'application.status_changed': 'Moves of applications',
  'job.expired': 'Ends of jobs',
  'application.erased': 'Erased candidates',
}

const list = filters({
  path,
  pageSize: PAGE_SIZE,
  submit: { label: 'Show', icon: 'filter' },
  fields: {
    since: { type: 'datetime-local', label: 'From' },
    types: {
      type: 'checkboxes',
      label: 'Events',
      hint: 'Without a choice: all.',
      options: optionsOf(typeTexts),
    },
  },
})

/** What the address says: a time that was typed, otherwise a period, the last 24 hours by default. The field shows where
 * the period begins. */
function readAddress(visit: Visit) {
  const { query, zone, now } = visit
  const period = query.since ? undefined : (periodNames.find((name) => name === query.period) ?? 'day')
  const hours = period && periods[period].hours
  const start = hours === undefined ? undefined : new Date(now.getTime() - hours * HOUR_MS)
  const begun = start && { since: toLocal(start, zone), zone }
  const at = list.read({ ...visit, query: { ...query, ...begun } })
  const { since = undefined, types = subscribableEvents.join(',') } = at.query
  return {
    at,
    period,
    after: query.after || undefined,
    since: start?.toISOString() ?? since,
    types,
    hrefOf: (name: Period, change = {}) => at.href({ ...change, period: name, since: '', zone: '' }),
  }
}
type Address = ReturnType<typeof readAddress>

async function showEvents(visit: Visit): Promise<View> {
  const address = readAddress(visit)
  const { at, period, hrefOf } = address
  const { feed, isGone } = at.refused ? { feed: undefined, isGone: false } : await read(visit, address)
  const links = periodNames.map((name) => [hrefOf(name), periods[name].label])
  const gone =
    'The event from which the list was to continue is not stored any more. The list begins again with the newest.'
  return screen(visit, {
    title: 'Events',
    lead: `What has happened to your jobs and applications in the last ${EVENT_FEED_DAYS} days. Webhooks send the same events, and systems that cannot receive them read this feed.`,
    refused: at.refused,
    tabs: tabs('Time', Object.fromEntries(links), period && hrefOf(period)),
    body: [
      at.form({ since: { hint: `Events from this time on (${visit.zone}).` } }),
      isGone && notice({ tone: 'info', body: gone }),
      feed && [eventPanel(visit, address, feed), goOn(address, feed)],
    ],
  })
}

/** The feed; its newest events when the event to continue after is not stored any more. */
async function read(visit: Visit, { types, after, since }: Address) {
  const query = { types, order: 'newest', limit: PAGE_SIZE } as const
  try {
    return { feed: await visit.ask(listEvents, { query: { ...query, after, since } }), isGone: false }
  } catch (error) {
    const isGone = after !== undefined && error instanceof ApiError && error.code === 'invalid_request'
    if (!isGone) throw error
    return { feed: await visit.ask(listEvents, { query }), isGone }
  }
}

function eventPanel({ zone }: Visit, { period, after, hrefOf }: Address, { items }: Feed): Html {
  const isAll = period === 'all' && !after
  const action = linkButton({ href: hrefOf('all'), label: `Look at all ${EVENT_FEED_DAYS} days` })
  const none = {
    title: 'No events yet',
    text: 'Publish a job: the first application to it is the first event.',
  }
  const noneNow = {
    title: 'No events in this time',
    text: 'Applications, their moves and the end of jobs appear here within a second.',
    action,
  }
  return tablePanel<Event>({
    caption: 'Events, newest first',
    rows: items,
    empty: isAll ? none : noneNow,
    columns: {
      'What happened': (event) =>
        html`<span class="jb-event-what vstack gap-1"><span>${sentenceOf(event)}</span><span>${badge({ text: event.type })}</span></span>`,
      Time: ({ timestamp }) => when(timestamp, zone),
      Body: (event) => html`<details class="jb-event">
            <summary>Show the body</summary>
            ${copyable({ label: `Event ${event.id}`, text: JSON.stringify(event, null, 2) })}
          </details>`,
    },
  })
}

function goOn({ at, period, hrefOf }: Address, { hasMore, nextAfter, items }: Feed): Html | null {
  if (hasMore) {
    const after = { after: nextAfter! }
    return more({ href: period ? hrefOf(period, after) : at.href(after), label: 'Older events' })
  }
  return items.length > 0
    ? html`<p class="text-body-secondary">There are no older ones in this time.</p>`
    : null
}

/** What has happened, with links to what it happened to. */
function sentenceOf({ type, data }: PublicEvent): Child {
  switch (type) {
    case 'application.submitted': {
      const { applicationId, jobPostId, jobTitle } = data as WebhookData<typeof type>
      return ['Application ', application(applicationId), ' was submitted to job ', job(jobPostId, jobTitle)]
    }
    case 'application.status_changed': {
      const { applicationId, previousStatus, newStatus } = data as WebhookData<typeof type>
      return ['Application ', application(applicationId), ' moved from ', previousStatus, ' to ', newStatus]
    }
    case 'job.expired':
      return ['Job ', job((data as WebhookData<typeof type>).jobPostId), ' has expired']
    case 'application.erased': {
      const { applicationId } = data as WebhookData<typeof type>
      return ['Application ', application(applicationId), ' was erased: delete your copies']
    }
  }
}

function application(id: number): Html {
  return html`<a href=${`/applications/${id}`}>${String(id)}</a>`
}

function job(id: number, title = String(id)): Html {
  return html`<a href=${`/jobs/${id}`} class="jb-text" dir="auto">${title.slice(0, MAX_TITLE)}</a>`
}

export const events: Area = {
  places: [{ href: path, label: 'Events', icon: 'event', roles }],
  pages: [get(path, roles, showEvents)],
}
