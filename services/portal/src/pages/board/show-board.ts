import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { empty, linkButton, pageHead } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import { number, userText } from '../../html/values.ts'
import { fragment, type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { card } from './card.ts'
import { moveDialog, readReasons } from './move-form.ts'
import { type Column, readApplication, readColumns } from './reading.ts'
import { movers } from './statuses.ts'
import { texts } from './texts.ts'

const { board } = texts
/** Narrow until somebody opens them: most applications end here, and nobody works on them. */
const CLOSED = new Set(['Rejected', 'Withdrawn'])

type Job = ResponseBody<typeof getJob>

/** `GET /jobs/:jobId/board`: the applications to a job by status. Calls in sequence: 2, and 1 up to 100 applications. */
export async function showBoard(visit: Visit): Promise<Outcome> {
  const jobId = visit.params.jobId!
  const isMover = movers.includes(visit.person.role)
  const [columns, job, reasons] = await Promise.all([
    readColumns(visit, jobId),
    visit.part('jobs', () => visit.ask(getJob, { params: { id: jobId } })),
    isMover ? readReasons(visit) : [],
  ])
  const total = columns.reduce((sum, column) => sum + column.total, 0)
  const some = columns.find(({ applications }) => applications.length > 0)
  const title = job?.title ?? some?.applications[0]?.jobTitle ?? board.unknownJob(jobId)
  const path = `/jobs/${encodeURIComponent(jobId)}`
  const body = html`<div class="jb-board-page">
    ${pageHead({
      title: userText(title, { lines: 2 }),
      lead: html`<span><span data-state="">${board.offline}</span> <a href=${`${path}/board`} data-again="">${board.again}</a></span>`,
      actions: [
        linkButton({ href: path, label: board.job, icon: 'jobs' }),
        linkButton({ href: `${path}/applications`, label: board.list, icon: 'filter' }),
      ],
    })}
    ${total === 0 && emptyBoard(job, path)}
    <nav class="visually-hidden-focusable" aria-label=${board.columns}>
      <ul class="jb-actions">${columns.map(({ status }) => html`<li><a class="btn" href=${`#column-${status}`}>${texts.statuses[status]}</a></li>`)}</ul>
    </nav>
    <div class="jb-board" role="region" tabindex="0" aria-label=${board.title(title)} hidden=${total === 0} ...${dataOf(path, columns)}>
      ${columns.map((column) => columnOf(visit, column, path))}
    </div>
    ${isMover && moveDialog(visit, reasons)}
  </div>`
  return view({ title: board.title(title), body, scripts: ['move.js', 'board.js'], wide: true })
}

/** `GET /jobs/:jobId/board/cards/:applicationId`: one card, for the script of the board. */
export async function showCard(visit: Visit): Promise<Outcome> {
  const { application } = await readApplication(visit, visit.params.applicationId!, { isHidden: true })
  return fragment(card(visit, application))
}

/** What the script needs: addresses, the newest change on the page, and what it says. */
function dataOf(path: string, columns: readonly Column[]): Record<string, string> {
  const changes = columns.flatMap(({ applications }) => applications.slice(0, 1).map((it) => it.updatedAt))
  const { live, late, ended, paused, connecting, moved, arrivedOne, arrivedMany, changedOne, changedMany } =
    board
  const { failed, changed } = board
  const states = { live, late, ended, paused, connecting, changed }
  const says = { ...states, moved, arrivedOne, arrivedMany, changedOne, changedMany, failed }
  return {
    'data-board': `${path}/board`,
    'data-since': changes.sort().at(-1) ?? '',
    'data-counts': JSON.stringify(Object.fromEntries(columns.map(({ status, total }) => [status, total]))),
    'data-texts': JSON.stringify({ ...says, rest: board.rest('{shown}', '{total}') }),
  }
}

function columnOf(visit: Visit, { status, total, applications }: Column, path: string): Html {
  const id = `column-${status}`
  const shown = board.rest(number(applications.length), number(total))
  const head = html`<h2 id=${`${id}-title`}>${texts.statuses[status]} <span class="jb-count" data-count="">${number(total)}</span></h2>`
  const list = [
    html`<ol data-list="">${applications.map((application) => card(visit, application))}</ol>`,
    html`<p class="jb-board-rest" data-rest="" hidden=${total <= applications.length}><a href=${`${path}/applications?status=${status}`}>${shown}</a></p>`,
  ]
  return html`<section class="jb-column" id=${id} tabindex="-1" aria-labelledby=${`${id}-title`} data-column=${status}>
    ${
      CLOSED.has(status)
        ? html`<details><summary>${head}${icon('down')}</summary>${list}</details>`
        : html`<div>${head}${list}</div>`
    }
  </section>`
}

function emptyBoard(job: Job | undefined, path: string): Html {
  const isDraft = job?.status === 'Draft'
  return empty({
    title: board.emptyTitle,
    text: isDraft ? board.emptyDraft : board.emptyText,
    action: isDraft && linkButton({ href: path, label: board.openJob, tone: 'primary' }),
  })
}
