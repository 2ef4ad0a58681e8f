import { listReindexes, startReindex } from '@jobboard/contracts/search/reindex'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { badge, missingPart, panel } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { stats } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { observeReplicas } from '../../peers/every-service.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { gauge, secondsOf, systemHead } from './head.ts'
import { PAST_ROWS, pastPage, pastPanel } from './past.ts'
import { texts } from './texts.ts'

const path = '/staff/system/search'

/** The state of the search index, and rebuilding it. */
export const searchPages: Page[] = [
  {
    method: 'GET',
    path,
    roles: staffRoles,
    async handle(visit) {
      const query = { page: pastPage(visit), pageSize: PAST_ROWS }
      const [replicas, past] = await Promise.all([
        observeReplicas(visit.deps, ['search']),
        visit.part('search', () => visit.ask(listReindexes, { query })),
      ])
      const found = replicas.flatMap(({ report }) => (report.error === undefined ? [report.samples] : []))
      const body = html`<div class="jb-stack">
        ${systemHead('search', texts.index)}
        ${found.length > 0 ? state(found.flat()) : missingPart({ service: 'search', what: texts.index })}
        ${mayCall(visit.person.role, startReindex) ? rebuild(visit) : html`<p class="jb-muted">${texts.readOnly}</p>`}
        ${pastPanel(visit, {
          title: texts.pastReindexes,
          path,
          service: 'search',
          found: past,
          name: ({ reindexId, reason }) =>
            texts.reindexOf(String(reindexId), texts.reasons[reason] ?? reason),
          href: ({ reindexId }) => `/staff/system/reindex/${reindexId}`,
        })}
      </div>`
      return view({ title: texts.tabs.search, body })
    },
  },
  {
    method: 'POST',
    path: '/staff/system/reindex',
    roles: ['operator'],
    async handle({ form: sent, ask, operation }) {
      if (text(sent, 'confirmed') !== 'yes') return redirect(path, texts.tickFirst, 'warning')
      const { reindexId } = await ask(startReindex, { body: {} }, { operation })
      return redirect(`/staff/system/reindex/${reindexId}`, texts.reindexStarted, 'info')
    },
  },
]

function state(samples: readonly Sample[]): Html {
  const live = highest(samples, 'search_index_live')
  const pending = samples.filter(({ name }) => name === 'consumer_pending').map(({ value }) => value)
  return panel({
    title: texts.index,
    body: stats([
      { label: texts.indexLive, value: liveBadge(live) },
      { label: texts.indexPending, value: gauge(highest(samples, 'search_index_pending')) },
      { label: texts.indexOldest, value: secondsOf(highest(samples, 'search_index_oldest_pending_seconds')) },
      { label: texts.indexRefused, value: gauge(highest(samples, 'search_index_refused')) },
      { label: texts.profiles, value: gauge(pending.length > 0 ? Math.max(...pending) : undefined) },
    ]),
  })
}

function liveBadge(live: number | undefined): Html {
  if (live === undefined) return badge({ text: texts.unknown })
  return live === 1
    ? badge({ text: texts.indexStates.live, tone: 'success' })
    : badge({ text: texts.indexStates.building, tone: 'warning' })
}

function rebuild({ csrf, deps }: Visit): Html {
  return panel({
    title: texts.reindex,
    body: form({
      action: '/staff/system/reindex',
      csrf,
      operation: newOperation(),
      submit: { label: texts.reindexNow, icon: 'refresh' },
      body: html`<p>${texts.reindexLead}</p>`,
      confirm: { question: texts.reindexConfirm, tick: texts.tick },
      call: copyable(deps.env, startReindex, { body: {} }),
    }),
  })
}
