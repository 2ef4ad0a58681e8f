import { getReplay, getResync } from '@jobboard/contracts/operators/operations'
import { getReindex } from '@jobboard/contracts/search/reindex'
import { readReplay, readResync } from '@jobboard/service/every-service/every-service'
import { badge, linkButton, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, progress, when } from '../../html/values.ts'
import { type View, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { askEvery } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { systemHead } from './head.ts'
import { texts } from './texts.ts'

interface Running {
  title: string
  label: string
  startedAt: string
  finishedAt: string | null
  done: number
  total: number
  more?: { term: string; value: string }[]
  tab: 'search' | 'repair'
}

/** How far a rebuild of the search index, a resync or a replay is. */
export const progressPages: Page[] = [
  {
    method: 'GET',
    path: '/staff/system/reindex/:reindexId',
    roles: staffRoles,
    async handle(visit) {
      const params = { reindexId: visit.params.reindexId! }
      const found = await visit.ask(getReindex, { params })
      const more = [
        { term: texts.engine, value: found.engine },
        { term: texts.reason, value: texts.reasons[found.reason] ?? found.reason },
      ]
      const title = texts.reindexTitle(String(found.reindexId))
      return show(visit, { ...found, title, label: texts.candidates, more, tab: 'search' })
    },
  },
  {
    method: 'GET',
    path: '/staff/system/resync/:resyncId',
    roles: staffRoles,
    async handle(visit) {
      const params = { resyncId: visit.params.resyncId! }
      const found = await askEvery(visit, getResync, { params }, (every, { requestId }) =>
        readResync(every, params.resyncId, requestId),
      )
      return show(visit, {
        ...found,
        title: texts.resyncTitle(found.resyncId),
        label: texts.rows,
        tab: 'repair',
      })
    },
  },
  {
    method: 'GET',
    path: '/staff/system/replay/:replayId',
    roles: staffRoles,
    async handle(visit) {
      const params = { replayId: visit.params.replayId! }
      const { published, remaining, requestedAt, finishedAt, replayId, reason } = await askEvery(
        visit,
        getReplay,
        { params },
        (every, { requestId }) => readReplay(every, params.replayId, requestId),
      )
      return show(visit, {
        title: texts.replayTitle(replayId),
        label: texts.events,
        startedAt: requestedAt,
        finishedAt,
        done: published,
        total: published + remaining,
        more: [{ term: texts.reason, value: texts.reasons[reason] ?? reason }],
        tab: 'repair',
      })
    },
  },
]

/** A page that a script loads again, in place, until the work is done; a link does without it. */
function show({ zone, request }: Visit, running: Running): View {
  const { title, label, startedAt, finishedAt, done, total, more = [], tab } = running
  const isRunning = finishedAt === null
  const state: Html = isRunning
    ? badge({ text: texts.running, tone: 'info' })
    : badge({ text: texts.finished, tone: 'success' })
  const body = html`<div class="jb-stack">
    ${systemHead(tab, title)}
    <div id="progress" data-refresh=${isRunning ? texts.finished : undefined}>
      ${panel({
        title,
        actions: [
          isRunning && linkButton({ href: request.url, label: texts.reload, icon: 'refresh' }),
          linkButton({ href: `/staff/system/${tab}`, label: texts.back[tab], icon: 'previous' }),
        ],
        body: [
          state,
          progress({ done, total: Math.max(done, total), label }),
          definitions([
            { term: texts.started, value: when(startedAt, zone) },
            ...(isRunning ? [] : [{ term: texts.finished, value: when(finishedAt, zone) }]),
            ...more,
          ]),
        ],
      })}
    </div>
  </div>`
  return view({ title, body, scripts: ['refresh.js'] })
}
