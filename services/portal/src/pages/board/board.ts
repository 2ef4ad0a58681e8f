import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { empty, linkButton } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { number, userText } from '@jobboard/html/values'
import { type Area, fragment, get, type Outcome, screen, type View, type Visit } from '../../http/page.ts'
import { readApplicationCounts, readList, type Versioned } from '../../parts/applications.ts'
import { applicationPages } from './application.ts'
import { bulkPages } from './bulk.ts'
import { bulkBar, card, ENDS, movers, readers, shortcutsButton } from './card.ts'
import { exportPages, showList } from './list.ts'
import { openLive } from './live.ts'
import { moveDialog } from './move.ts'
import { notePages } from './notes.ts'
import { readApplication } from './reading.ts'
import { scorecardPages } from './scorecards.ts'
import { addressOf, listOf, readChoices, readSearch, type Search, searched, searchForm } from './search.ts'

/** Of the columns, where the address says no other. */
const BOARD_SORT = '-updatedAt'

type Job = ResponseBody<typeof getJob>

/** What the script of a board says. */
const says = {
  live: 'Live: changes appear by themselves',
  late: 'Changes are late: the service pipeline does not answer. It is tried again and again',
  ended: 'No longer live',
  paused: 'Paused, because other boards are open. Click here to see changes again',
  connecting: 'Connecting for live changes',
  changed: 'Changed meanwhile',
  moved: '{name} moved to {status}',
  arrivedOne: '1 new application',
  arrivedMany: '{count} new applications',
  changedOne: '1 application changed',
  changedMany: '{count} applications changed',
  undo: '{text} Press U to undo it.',
  failed: 'The move did not succeed and nothing was changed.',
  rest: rest('{shown}', '{total}'),
}

function rest(shown: string, total: string): string {
  return `The first ${shown} of ${total}. Show all in a list`
}

/** `GET /jobs/:jobId/board`: the applications to a job by status. Calls in sequence: 2, and 1 up to 100 applications. */
async function showBoard(visit: Visit): Promise<View> {
  const jobId = visit.params.jobId!
  const path = `/jobs/${encodeURIComponent(jobId)}`
  const search = readSearch(visit, `${path}/board`, BOARD_SORT)
  const [{ found: columns = [], refused }, job, choices] = await Promise.all([
    searched(search, () => readColumns(visit, jobId, search)),
    visit.part('jobs', () => visit.ask(getJob, { params: { id: jobId } })),
    readChoices(visit),
  ])
  const total = columns.reduce((sum, column) => sum + column.total, 0)
  const some = columns.find(({ applications }) => applications.length > 0)
  const name = job?.title ?? some?.applications[0]?.jobTitle ?? `Job ${jobId}`
  const title = `Board: ${name}`
  const asList = addressOf({ ...search, path: `${path}/applications` })
  return screen(visit, {
    title,
    heading: userText(name, { lines: 2 }),
    refused,
    lead: html`<span><span data-state="">Not live without script</span> <a href=${addressOf(search)} data-again="">Load the page again</a></span>`,
    actions: [
      linkButton({ href: path, label: 'The job', icon: 'jobs' }),
      linkButton({ href: asList, label: 'Show as a list', icon: 'filter' }),
      shortcutsButton(),
    ],
    scripts: refused ? [] : ['board.js'],
    wide: true,
    body: [
      searchForm(visit, search, choices, { errors: refused?.errors }),
      !refused && [
        total === 0 && (search.isNarrow ? noMatch(search) : emptyBoard(job, path)),
        html`<nav class="visually-hidden-focusable" aria-label="Columns of the board">
        <ul class="jb-actions hstack flex-wrap gap-2">${columns.map(({ status }) => html`<li><a class="btn" href=${`#column-${status}`}>${status}</a></li>`)}</ul>
      </nav>`,
        html`<div class="jb-board" role="region" tabindex="0" aria-label=${title} hidden=${total === 0} ...${dataOf(path, columns, search)}>
        ${columns.filter(({ status }) => !ENDS.has(status)).map((column) => columnOf(visit, column, search, path))}
        <div class="jb-board-ends">${columns.filter(({ status }) => ENDS.has(status)).map((column) => columnOf(visit, column, search, path))}</div>
      </div>`,
        bulkBar(visit, addressOf(search)),
        movers.includes(visit.person.role) && moveDialog(visit, choices.reasons),
      ],
    ],
  })
}

/** `GET /jobs/:jobId/board/cards/:applicationId`: one card, for the script of the board. */
async function showCard(visit: Visit): Promise<Outcome> {
  const application = await readApplication(visit)
  const list = listOf(readSearch(visit, '', BOARD_SORT), {
    job: visit.params.jobId!,
    status: application.status,
  })
  return fragment(card(visit, application, { list }))
}

function dataOf(path: string, columns: readonly Column[], search: Search): Record<string, string> {
  const changes = columns.flatMap(({ applications }) => applications.map((it) => it.updatedAt))
  return {
    'data-board': `${path}/board`,
    'data-since': changes.sort().at(-1) ?? '',
    'data-counts': JSON.stringify(Object.fromEntries(columns.map(({ status, total }) => [status, total]))),
    'data-texts': JSON.stringify(says),
    // A part of the board, or another order, is read again when something changes.
    ...((search.isNarrow || search.sort !== BOARD_SORT) && { 'data-searched': '' }),
  }
}

function columnOf(visit: Visit, { status, total, applications }: Column, search: Search, path: string): Html {
  const id = `column-${status}`
  const head = html`<h2 class="text-body" id=${`${id}-title`}>${status} <span class="badge rounded-pill bg-body text-body-secondary" data-count="">${number(total)}</span></h2>`
  const all = addressOf({ ...search, path: `${path}/applications` }, { status })
  const ofColumn = listOf(search, { job: visit.params.jobId!, status })
  const list = [
    html`<ol data-list="">${applications.map((application, index) => card(visit, application, { list: ofColumn, at: index + 1 }))}</ol>`,
    html`<p class="px-2 pt-2 small" data-rest="" hidden=${total <= applications.length}><a href=${all}>${rest(number(applications.length), number(total))}</a></p>`,
  ]
  return html`<section class="jb-column" id=${id} tabindex="-1" aria-labelledby=${`${id}-title`} data-column=${status}>
    ${
      // A rail at the right, always in sight, until somebody opens it.
      ENDS.has(status)
        ? html`<details><summary class="text-body-secondary">${head}${icon('down')}</summary>${list}</details>`
        : html`<div>${head}${list}</div>`
    }
  </section>`
}

function noMatch({ path }: Search): Html {
  const action = linkButton({ href: path, label: 'Show all applications' })
  return empty({
    title: 'No application matches',
    text: 'Search for other words, or with fewer filters.',
    action,
  })
}

function emptyBoard(job: Job | undefined, path: string): Html {
  const isDraft = job?.status === 'Draft'
  return empty({
    title: 'Nobody has applied yet',
    text: isDraft
      ? 'The job is a draft. Publish it, so that candidates can apply.'
      : 'Applications appear here by themselves, as soon as candidates send them.',
    action: isDraft && linkButton({ href: path, label: 'Open the job', tone: 'primary' }),
  })
}

export const board: Area = {
  places: [{ href: '/applications', label: 'Applications', icon: 'board', roles: readers }],
  pages: [
    get('/jobs/:jobId/board', readers, showBoard),
    get('/jobs/:jobId/board/live', readers, openLive),
    get('/jobs/:jobId/board/cards/:applicationId', readers, showCard),
    get('/jobs/:jobId/applications', readers, showList),
    get('/applications', readers, showList),
    ...bulkPages,
    ...exportPages,
    ...applicationPages,
    ...notePages,
    ...scorecardPages,
  ],
}

/** The applications with one status in the order of the search, at most 100. */
interface Column {
  status: ApplicationStatus
  total: number
  applications: Versioned[]
}

/** The applications to a job that a search finds, by status: the first ones of all and the numbers at once, then the columns
 * that these do not fill. Throws not_found, and what is wrong with the search. */
async function readColumns(visit: Visit, jobId: string, { query, isNarrow }: Search): Promise<Column[]> {
  const page = { ...query, pageSize: MAX_PAGE_SIZE, include: 'counts' }
  const [all, counts] = await Promise.all([
    readList(visit, jobId, page),
    isNarrow ? undefined : readApplicationCounts(visit, [jobId]),
  ])
  const isAll = all.total <= all.items.length
  const byStatus = counts?.get(Number(jobId))?.byStatus
  return Promise.all(
    applicationStatuses.map(async (status) => {
      const applications = all.items.filter((application) => application.status === status)
      const isOther = query.status !== undefined && query.status !== status
      const total = isAll || isOther ? applications.length : byStatus?.[status]
      // The numbers can be of a moment before or after.
      if (total !== undefined && applications.length >= Math.min(total, MAX_PAGE_SIZE)) {
        return { status, total: Math.max(total, applications.length), applications }
      }
      const column = await readList(visit, jobId, { ...page, status }, { isHidden: true })
      return { status, total: column.total, applications: column.items }
    }),
  )
}
