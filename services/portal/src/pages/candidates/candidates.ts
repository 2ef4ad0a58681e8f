import { listCandidates } from '@jobboard/contracts/candidates/admin'
import { getErasure, listErasures } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_LINE_LENGTH, MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { fullName } from '@jobboard/contracts/text'
import { badge, linkButton, panel, tabs } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { filters as filterForm } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { numeric, table, tablePanel } from '@jobboard/html/table'
import { definitions, number, progress, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { filters } from '../../kit/filters.ts'
import { locationOf } from '../../parts/facts.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { candidatePages, consentBadge } from './candidate.ts'

const path = '/staff/candidates'

const list = filters({ path, pageSize: 25 })

async function showAll(visit: Visit): Promise<View> {
  return show(visit, '', await visit.ask(listCandidates, { query: list.read(visit).query }))
}

/** Those whose name or address begins with a text. The text may be an e-mail address, so it is posted and never part of
 * the page's address. */
async function findSome(visit: Visit): Promise<View> {
  const q = text(visit.form, 'q').slice(0, MAX_LINE_LENGTH)
  const found = await visit.ask(listCandidates, { query: { q, pageSize: MAX_PAGE_SIZE } }, { isHidden: true })
  // The call to copy has no q for the same reason.
  visit.calls.push(copyable(visit.deps.env, listCandidates, { query: { pageSize: MAX_PAGE_SIZE } }))
  return show(visit, q, found)
}

function show(visit: Visit, q: string, { items, total }: ResponseBody<typeof listCandidates>): View {
  const { zone, now, csrf } = visit
  const shown: Parameters<typeof table<(typeof items)[number]>>[0] = {
    caption: 'Candidates',
    columns: {
      Name: (candidate) => userText(fullName(candidate), { lines: 2 }),
      Headline: ({ headline }) => userText(headline, { lines: 2 }),
      Place: (candidate) => userText(locationOf(candidate) || '–', { lines: 1 }),
      'Consent until': ({ consentExpiresAt: end }) =>
        html`<span class="hstack flex-wrap gap-1">${consentBadge(end, now)}${end && when(end, zone, 'date')}</span>`,
      'In CV search': ({ isSearchable }) => (isSearchable ? 'Yes' : 'No'),
      'Last active': ({ lastActiveAt }) => when(lastActiveAt, zone, 'relative', now),
    },
    rows: items,
    rowHref: ({ id }) => `${path}/${id}`,
    empty: q
      ? {
          title: 'No candidate found',
          text: 'An erased candidate is not found by name any more. Look among the erasures.',
        }
      : {
          title: 'No candidate yet',
          text: 'Candidates appear here as soon as they are created or imported.',
        },
  }
  return screen(visit, {
    title: 'Candidates',
    lead: 'Find a person by name or e-mail address, see the consent, erase.',
    tabs: candidateTabs(path),
    body: [
      filterForm({
        action: path,
        csrf,
        submit: { label: 'Find', icon: 'search' },
        body: field(
          { values: { q }, errors: {} },
          {
            type: 'search',
            name: 'q',
            label: 'Name or e-mail address',
            hint: 'How it begins, in any letter case. It is not kept, neither in the address of the page nor in a log.',
            maxLength: MAX_LINE_LENGTH,
            autocomplete: 'off',
          },
        ),
      }),
      panel({
        title: q ? `${number(total)} found` : 'Candidates',
        body: [
          q ? table(shown) : list.read(visit).table({ ...shown, total }),
          q !== '' &&
            total > items.length &&
            html`<p class="text-body-secondary">The newest ${number(items.length)} are shown. Type more of the name.</p>`,
        ],
      }),
    ],
  })
}

type Erasure = ResponseBody<typeof getErasure>

const erasuresPath = '/staff/candidates/erasures'
const back = { href: `${erasuresPath}?completed=false`, label: 'All erasures' }

const erasuresList = filters({
  path: erasuresPath,
  pageSize: 25,
  tabs: { name: 'completed', label: 'Erasures by state', values: ['', 'false', 'true'] },
})

function candidateTabs(current: string): Html {
  const links = { '/staff/candidates': 'Candidates', [back.href]: 'Erasures' }
  return tabs('Candidates and erasures', links, current)
}

async function showErasures(visit: Visit): Promise<View> {
  const { zone } = visit
  const at = erasuresList.read(visit)
  const query = { ...at.query, completed: at.tab || undefined }
  const { items, total } = await visit.ask(listErasures, { query })
  return screen(visit, {
    title: 'Erasures',
    lead: 'What was erased, and which service has confirmed it.',
    tabs: candidateTabs(back.href),
    body: [
      at.tabs({ '': 'All', false: 'Not complete', true: 'Complete' }),
      at.panel({
        caption: 'Erasures',
        columns: {
          Erasure: ({ erasureId }: Erasure) => `Erasure ${erasureId}`,
          Candidate: numeric(({ candidateId }) => String(candidateId)),
          Requested: ({ requestedAt }) => when(requestedAt, zone),
          Confirmed: (erasure) => `${number(confirmed(erasure))} of ${number(erasure.services.length)}`,
          'Complete since': ({ completedAt }) => whenDone(completedAt, zone, 'Under way'),
        },
        rows: items,
        total,
        rowHref: ({ erasureId }) => `${erasuresPath}/${erasureId}`,
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
    back,
    actions:
      isRunning && linkButton({ href: `${erasuresPath}/${erasureId}`, label: 'Load again', icon: 'refresh' }),
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

export const candidates: Area = {
  places: [{ href: path, label: 'Candidates', icon: 'candidate', roles: staffRoles }],
  pages: [
    get(path, staffRoles, showAll),
    { method: 'POST', path, roles: staffRoles, handle: findSome },
    ...candidatePages,
    get(erasuresPath, staffRoles, showErasures),
    get(`${erasuresPath}/:erasureId`, staffRoles, showErasure),
  ],
}
