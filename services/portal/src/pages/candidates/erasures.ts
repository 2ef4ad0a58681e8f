import { getErasure, listErasures } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge, empty, linkButton, pageHead, panel, tabs } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { definitions, number, progress, when } from '../../html/values.ts'
import { number as numberOf } from '../../http/form.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { staffRoles } from '../../person/person.ts'
import { candidateTabs } from './tabs.ts'
import { texts } from './texts.ts'

type Erasure = ResponseBody<typeof getErasure>

const PAGE_SIZE = 25
const path = '/staff/candidates/erasures'
const list = texts.erasures
const one = texts.erasure
const states = { false: list.open, true: list.complete } as const

/** Erasures, and the confirmations of one. */
export const erasurePages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: showList },
  { method: 'GET', path: `${path}/:erasureId`, roles: staffRoles, handle: showOne },
]

async function showList(visit: Visit) {
  const { query, zone } = visit
  const completed = query.completed === 'true' || query.completed === 'false' ? query.completed : undefined
  const page = numberOf(query, 'page') ?? 1
  const found = await visit.ask(listErasures, { query: { completed, page, pageSize: PAGE_SIZE } })
  const address = (of: string | undefined, to?: number) => {
    const search = new URLSearchParams({ ...(of && { completed: of }), ...(to && { page: String(to) }) })
    return search.size > 0 ? `${path}?${search}` : path
  }
  return view({
    title: list.title,
    body: html`<div class="jb-stack">
      ${pageHead({ title: list.title, lead: list.lead })} ${candidateTabs('erasures')}
      ${tabs(
        [undefined, ...(['false', 'true'] as const)].map((of) => ({
          href: address(of),
          label: of ? states[of] : list.all,
          current: of === completed,
        })),
        list.tabs,
      )}
      ${panel({
        title: list.caption,
        body: table({
          caption: list.caption,
          columns: [
            { head: list.columns.erasure, cell: ({ erasureId }) => list.name(erasureId) },
            { head: list.columns.candidate, numeric: true, cell: ({ candidateId }) => String(candidateId) },
            { head: list.columns.requested, cell: ({ requestedAt }) => when(requestedAt, zone) },
            {
              head: list.columns.confirmed,
              cell: (erasure) => list.of(number(confirmed(erasure)), number(erasure.services.length)),
            },
            {
              head: list.columns.completed,
              cell: ({ completedAt }) =>
                completedAt ? when(completedAt, zone) : badge({ text: one.running, tone: 'warning' }),
            },
          ],
          rows: found.items,
          rowHref: ({ erasureId }) => `${path}/${erasureId}`,
          empty: empty(list.empty),
        }),
      })}
      ${found.total > 0 && pager({ page: found.page, pageSize: PAGE_SIZE, total: found.total, href: (to) => address(completed, to) })}
    </div>`,
  })
}

async function showOne(visit: Visit) {
  const erasure = await visit.ask(getErasure, { params: { erasureId: visit.params.erasureId! } })
  const { erasureId, candidateId, completedAt } = erasure
  const here = `${path}/${erasureId}`
  return view({
    title: one.title(erasureId),
    scripts: ['refresh.js'],
    body: html`<div class="jb-stack">
      ${pageHead({
        title: one.title(erasureId),
        lead: one.candidate(candidateId),
        actions: [
          linkButton({ href: `${path}?completed=false`, label: one.back, icon: 'previous' }),
          completedAt === null && linkButton({ href: here, label: one.reload, icon: 'refresh' }),
        ],
      })}
      ${state(visit, erasure)}
    </div>`,
  })
}

/** What the script loads again until the erasure is complete. */
function state({ zone }: Visit, erasure: Erasure): Html {
  const { requestedAt, completedAt, services } = erasure
  return html`<div id="erasure" class="jb-stack" data-refresh=${completedAt === null ? one.done : undefined}>
    ${panel({
      title: completedAt ? one.done : one.running,
      body: [
        progress({ done: confirmed(erasure), total: services.length, label: one.progress }),
        definitions([
          { term: one.requested, value: when(requestedAt, zone) },
          { term: one.completed, value: completedAt ? when(completedAt, zone) : one.waiting },
        ]),
        completedAt === null && html`<p class="jb-muted">${one.late}</p>`,
      ],
    })}
    ${panel({
      title: one.services,
      body: table({
        caption: one.services,
        columns: [
          { head: one.service, cell: ({ service }) => service },
          {
            head: one.confirmedAt,
            cell: ({ confirmedAt }) =>
              confirmedAt ? when(confirmedAt, zone) : badge({ text: one.waiting, tone: 'warning' }),
          },
        ],
        rows: services,
        empty: one.waiting,
      }),
    })}
  </div>`
}

function confirmed({ services }: Erasure): number {
  return services.filter(({ confirmedAt }) => confirmedAt !== null).length
}
