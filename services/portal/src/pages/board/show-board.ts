import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob } from '@jobboard/contracts/endpoints/jobs'
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
      lead: html`<span data-state="">${board.offline}</span>`,
      actions: [
        linkButton({ href: path, label: board.job, icon: 'jobs' }),
        linkButton({ href: `${path}/applications`, label: board.list, icon: 'filter' }),
      ],
    })}
    ${total === 0 && emptyBoard(job, path)}
    <div class="jb-board" role="region" tabindex="0" aria-label=${board.title(title)} hidden=${total === 0} ...${dataOf(path, columns)}>
      ${columns.map((column) => columnOf(visit, column, path))}
    </div>
    ${isMover && moveDialog(visit, reasons)}
  </div>`
  return view({ title: board.title(title), body, scripts: ['board.js'], wide: true })
}

/** `GET /jobs/:jobId/board/cards/:applicationId`: one card, for the script of the board. */
export async function showCard(visit: Visit): Promise<Outcome> {
  return fragment(await readCard(visit, visit.params.applicationId!))
}

/** The card of an application as it is now. Throws not_found. */
export async function readCard(visit: Visit, id: string): Promise<Html> {
  const { application } = await readApplication(visit, id, { isHidden: true })
  return card(visit, application)
}

/** What the script needs: addresses, the newest change on the page, and what it says. */
function dataOf(path: string, columns: readonly Column[]): Record<string, string> {
  const changes = columns.flatMap(({ applications }) => applications.slice(0, 1).map((it) => it.updatedAt))
  const {
    live,
    late,
    ended,
    paused,
    connecting,
    moved,
    arrivedOne,
    arrivedMany,
    changedOne,
    changedMany,
    failed,
  } = board
  const says = {
    live,
    late,
    ended,
    paused,
    connecting,
    moved,
    arrivedOne,
    arrivedMany,
    changedOne,
    changedMany,
    failed,
  }
  return {
    'data-board': `${path}/board`,
    'data-since': changes.sort().at(-1) ?? '',
    'data-texts': JSON.stringify({ ...says, changed: board.changed }),
  }
}

function columnOf(visit: Visit, { status, total, applications }: Column, path: string): Html {
  const id = `column-${status}`
  const head = html`<h2 id=${id}>${texts.statuses[status]} <span class="jb-count" data-count="">${number(total)}</span></h2>`
  const list = [
    html`<ol data-list="">${applications.map((application) => card(visit, application))}</ol>`,
    total > applications.length &&
      html`<p class="jb-board-rest"><a href=${`${path}/applications?status=${status}`}>${board.rest(number(applications.length), number(total))}</a></p>`,
  ]
  return html`<section class=${`jb-column jb-column-${status}`} aria-labelledby=${id} data-column=${status}>
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
