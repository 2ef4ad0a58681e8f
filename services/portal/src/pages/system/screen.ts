import { getReplay, getResync } from '@jobboard/contracts/operators/operations'
import { getReindex } from '@jobboard/contracts/search/reindex'
import { badge, linkButton, missingPart, panel, tabs } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { numeric } from '@jobboard/html/table'
import { definitions, number, progress, when } from '@jobboard/html/values'
import { readReplay, readResync } from '@jobboard/service/every-service/every-service'
import { get, type Page, screen, type View, type Visit } from '../../http/page.ts'
import type { Filtered } from '../../kit/filters.ts'
import { askEvery } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'

const root = '/staff/system'
const views = {
  [root]: 'Services',
  [`${root}/streams`]: 'Streams',
  [`${root}/search`]: 'Search index',
  [`${root}/repair`]: 'Resync and replay',
}

export const readOnly = 'Operators can start these.'

export function systemScreen(
  visit: Visit,
  current: '' | '/streams' | '/search' | '/repair',
  shown: Omit<Parameters<typeof screen>[1], 'heading' | 'tabs'>,
): View {
  return screen(visit, {
    ...shown,
    heading: 'System',
    tabs: tabs('Views of the system', views, root + current),
  })
}

/** A gauge, or a dash where nothing reports it. */
export function gauge(value: number | undefined): string {
  return value === undefined ? '–' : number(Math.round(value))
}

/** Whole seconds, or a dash. */
export function secondsOf(value: number | undefined): string {
  return value === undefined ? '–' : `${gauge(value)} s`
}

export const reasons: Record<string, string> = {
  requested: 'An operator requested it',
  first: 'There was no index',
  lost: 'The index was lost on the search server',
  operator: 'An operator requested it',
  stream_recreated: 'The stream was created again and had lost events',
  stream_restored: 'The stream came back older and had lost events',
}

interface Work {
  startedAt: string
  finishedAt: string | null
  done: number
  total: number
}

/** The reindexes or the resyncs that run or have run, newest first, each a link to its progress. */
export function pastPanel<Row extends Work>(
  { zone }: Visit,
  {
    title,
    service,
    at,
    found,
    name,
    href,
  }: {
    title: string
    service: string
    at: Filtered<never, ''>
    /** Undefined: its service did not respond. */
    found: { total: number; items: Row[]; unavailable?: string[] } | undefined
    name: (row: Row) => string
    href: (row: Row) => string
  },
): Html {
  if (!found) return panel({ title, body: missingPart({ service, what: title }) })
  const { total, items, unavailable = [] } = found
  return at.panel({
    title,
    before: [
      html`<p class="text-body-secondary">Newest first. Each is kept for 90 days after its end.</p>`,
      unavailable.map((of) => missingPart({ service: of, what: title })),
    ],
    rows: items,
    total,
    rowHref: href,
    empty: { title: 'None in the last 90 days', text: 'One that is started appears here with its progress.' },
    columns: {
      Which: name,
      Started: ({ startedAt }) => when(startedAt, zone),
      Finished: ({ finishedAt }) => (finishedAt === null ? 'Running' : when(finishedAt, zone)),
      Done: numeric(({ done, total: of }) => `${number(done)} of ${number(of)}`),
    },
  })
}

interface Running extends Work {
  title: string
  label: string
  more?: Record<string, string>
}

/** How far it is: a page that a script loads again, in place, until the work is done; a link does without it. */
function show(visit: Visit, tab: '/search' | '/repair', running: Running): View {
  const { title, label, startedAt, finishedAt, done, total, more } = running
  const { zone, request } = visit
  const isRunning = finishedAt === null
  const back = tab === '/search' ? 'Search index' : 'Resync and replay'
  return systemScreen(visit, tab, {
    title,
    lead: title,
    body: html`<div id="progress" data-refresh=${isRunning ? 'Finished' : undefined}>
      ${panel({
        title,
        actions: [
          isRunning && linkButton({ href: request.url, label: 'Load again', icon: 'refresh' }),
          linkButton({ href: `/staff/system${tab}`, label: back, icon: 'previous' }),
        ],
        body: [
          badge(isRunning ? { text: 'Running', tone: 'info' } : { text: 'Finished', tone: 'success' }),
          progress({ done, total: Math.max(done, total), label }),
          definitions({
            Started: when(startedAt, zone),
            Finished: !isRunning && when(finishedAt, zone),
            ...more,
          }),
        ],
      })}
    </div>`,
  })
}

async function showReindex(visit: Visit): Promise<View> {
  const found = await visit.ask(getReindex)
  return show(visit, '/search', {
    ...found,
    title: `Rebuild ${found.reindexId} of the search index`,
    label: 'Candidates indexed',
    more: { Engine: found.engine, Reason: reasons[found.reason] ?? found.reason },
  })
}

async function showResync(visit: Visit): Promise<View> {
  const params = { resyncId: visit.params.resyncId! }
  const found = await askEvery(visit, getResync, { params }, (every, { requestId }) =>
    readResync(every, params.resyncId, requestId),
  )
  return show(visit, '/repair', { ...found, title: `Resync ${found.resyncId}`, label: 'Rows published' })
}

async function showReplay(visit: Visit): Promise<View> {
  const params = { replayId: visit.params.replayId! }
  const found = await askEvery(visit, getReplay, { params }, (every, { requestId }) =>
    readReplay(every, params.replayId, requestId),
  )
  return show(visit, '/repair', {
    title: `Replay ${found.replayId}`,
    label: 'Events published',
    startedAt: found.requestedAt,
    finishedAt: found.finishedAt,
    done: found.published,
    total: found.published + found.remaining,
    more: { Reason: reasons[found.reason] ?? found.reason },
  })
}

export const progressPages: Page[] = [
  get('/staff/system/reindex/:reindexId', staffRoles, showReindex),
  get('/staff/system/resync/:resyncId', staffRoles, showResync),
  get('/staff/system/replay/:replayId', staffRoles, showReplay),
]
