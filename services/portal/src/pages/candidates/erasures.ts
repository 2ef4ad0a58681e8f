import { getErasure, listErasures } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge, linkButton, panel, tabs } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { numeric, tablePanel } from '../../html/table.ts'
import { definitions, number, progress, when } from '../../html/values.ts'
import type { Page, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { staffRoles } from '../../person/person.ts'

type Erasure = ResponseBody<typeof getErasure>

const path = '/staff/candidates/erasures'
const back = { href: `${path}?completed=false`, label: 'All erasures' }

const list = filters({
  path,
  pageSize: 25,
  tabs: { name: 'completed', label: 'Erasures by state', values: ['', 'false', 'true'] },
})

/** Candidates and their erasures. */
export function candidateTabs(current: string): Html {
  const links = { '/staff/candidates': 'Candidates', [back.href]: 'Erasures' }
  return tabs('Candidates and erasures', links, current)
}

async function showErasures(visit: Visit): Promise<View> {
  const { zone } = visit
  const at = list.read(visit)
  const query = { ...at.query, completed: at.tab || undefined }
  const { items, total } = await visit.ask(listErasures, { query })
  return screen(visit, {
    title: 'Erasures',
    lead: 'What was erased, and which service has confirmed it.',
    tabs: candidateTabs(back.href),
    body: [
      at.tabs({ '': 'All', false: 'Not complete', true: 'Complete' }),
      at.panel({
        title: 'Erasures',
        columns: {
          Erasure: ({ erasureId }: Erasure) => `Erasure ${erasureId}`,
          Candidate: numeric(({ candidateId }) => String(candidateId)),
          Requested: ({ requestedAt }) => when(requestedAt, zone),
          Confirmed: (erasure) => `${number(confirmed(erasure))} of ${number(erasure.services.length)}`,
          'Complete since': ({ completedAt }) => whenDone(completedAt, zone, 'Under way'),
        },
        rows: items,
        total,
        rowHref: ({ erasureId }) => `${path}/${erasureId}`,
        empty: { title: 'None', text: 'Erasures that candidates or operators request appear here.' },
      }),
    ],
  })
}

/** The confirmations of an erasure; a script loads them again until it is complete. */
async function showErasure(visit: Visit): Promise<View> {
  const { zone } = visit
  const erasure = await visit.ask(getErasure)
  const { erasureId, candidateId, requestedAt, completedAt, services } = erasure
  const isRunning = completedAt === null
  return screen(visit, {
    title: `Erasure ${erasureId}`,
    lead: `Candidate ${candidateId}`,
    scripts: ['refresh.js'],
    back,
    actions: isRunning && linkButton({ href: `${path}/${erasureId}`, label: 'Load again', icon: 'refresh' }),
    body: html`<div id="erasure" class="vstack gap-4" data-refresh=${isRunning ? 'Complete' : undefined}>
      ${panel({
        title: isRunning ? 'Under way' : 'Complete',
        body: [
          progress({
            done: confirmed(erasure),
            total: services.length,
            label: 'Services that have confirmed',
          }),
          definitions({
            Requested: when(requestedAt, zone),
            'Complete since': completedAt ? when(completedAt, zone) : 'Waiting',
          }),
          isRunning &&
            html`<p class="text-body-secondary">A service confirms within seconds. When it does not, look whether it runs and at its dead letters.</p>`,
        ],
      })}
      ${tablePanel({
        title: 'Services',
        columns: {
          Service: ({ service }) => service,
          Confirmed: ({ confirmedAt }) => whenDone(confirmedAt, zone, 'Waiting'),
        },
        rows: services,
        empty: 'Waiting',
      })}
    </div>`,
  })
}

function whenDone(time: string | null, zone: string, until: string): Html {
  return time ? when(time, zone) : badge({ text: until, tone: 'warning' })
}

function confirmed({ services }: Erasure): number {
  return services.filter(({ confirmedAt }) => confirmedAt !== null).length
}

export const erasurePages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: showErasures },
  { method: 'GET', path: `${path}/:erasureId`, roles: staffRoles, handle: showErasure },
]
