import { listReindexes, startReindex } from '@jobboard/contracts/search/reindex'
import { badge, missingPart, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { stats } from '@jobboard/html/values'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { filters } from '../../kit/filters.ts'
import { observeReplicas } from '../../peers/every-service.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { gauge, pastPanel, readOnly, reasons, secondsOf, systemScreen } from './screen.ts'

const path = '/staff/system/search'
const title = 'The search index'

const past = filters({ path, pageSize: 20 })

async function showIndex(visit: Visit): Promise<View> {
  const at = past.read(visit)
  const [replicas, found] = await Promise.all([
    observeReplicas(visit.deps, ['search']),
    visit.part('search', () => visit.ask(listReindexes, { query: at.query })),
  ])
  const samples = replicas.flatMap(({ report }) => (report.error === undefined ? [report.samples] : []))
  return systemScreen(visit, '/search', {
    title: 'Search index',
    lead: title,
    body: [
      samples.length > 0 ? state(samples.flat()) : missingPart({ service: 'search', what: title }),
      mayCall(visit.person.role, startReindex)
        ? rebuild.panel(visit, 'Rebuild the index', {
            before:
              'A new index is filled beside the live one and replaces it when it is complete. Searches continue meanwhile. While a rebuild runs, this leads to that one.',
          })
        : html`<p class="text-body-secondary">${readOnly}</p>`,
      pastPanel(visit, {
        title: 'Rebuilds until now',
        service: 'search',
        at,
        found,
        name: ({ reindexId, reason }) => `${reindexId}: ${reasons[reason] ?? reason}`,
        href: ({ reindexId }) => `/staff/system/reindex/${reindexId}`,
      }),
    ],
  })
}

function state(samples: readonly Sample[]): Html {
  const live = highest(samples, 'search_index_live')
  const building =
    live === 1
      ? badge({ text: 'Serves searches', tone: 'success' })
      : badge({ text: 'Being built', tone: 'warning' })
  const pending = samples.filter(({ name }) => name === 'consumer_pending').map(({ value }) => value)
  return panel({
    title,
    body: stats([
      { label: 'Live', value: live === undefined ? badge({ text: '–' }) : building },
      { label: 'Changes that wait', value: gauge(highest(samples, 'search_index_pending')) },
      { label: 'Oldest waits', value: secondsOf(highest(samples, 'search_index_oldest_pending_seconds')) },
      { label: 'Refused documents', value: gauge(highest(samples, 'search_index_refused')) },
      {
        label: 'Profiles still to read',
        value: gauge(pending.length > 0 ? Math.max(...pending) : undefined),
      },
    ]),
  })
}

const rebuild = command({
  path: '/staff/system/reindex',
  roles: ['operator'],
  call: startReindex,
  body: () => ({}),
  submit: { label: 'Rebuild', icon: 'refresh' },
  confirm: { question: 'A rebuild reads every candidate and may take hours with many.', tick: 'Start it' },
  again: showIndex,
  done(_visit, { reindexId }) {
    const said = 'Accepted: the rebuild runs. Searches continue meanwhile.'
    return redirect(`/staff/system/reindex/${reindexId}`, said, 'info')
  },
})

export const searchPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: showIndex },
  rebuild.page,
]
