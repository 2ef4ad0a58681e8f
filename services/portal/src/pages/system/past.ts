import { empty, missingPart, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

/** Rows of a page of the reindexes or resyncs. */
export const PAST_ROWS = 20

/** A reindex or a resync, as far as a list shows it. */
interface Past {
  startedAt: string
  finishedAt: string | null
  done: number
  total: number
}

interface PastList<Row extends Past> {
  title: string
  /** The path of the page, whose query `page` is the page of the list. */
  path: string
  service: string
  /** Undefined: its service did not respond. */
  found: { total: number; page: number; items: Row[]; unavailable?: string[] } | undefined
  /** What a row is called, and its address. */
  name: (row: Row) => string
  href: (row: Row) => string
}

/** The reindexes or the resyncs that run or have run, newest first, each a link to its progress. */
export function pastPanel<Row extends Past>(
  { zone }: Visit,
  { title, path, service, found, name, href }: PastList<Row>,
): Html {
  if (!found) return panel({ title, body: missingPart({ service, what: title }) })
  const { total, page, items, unavailable = [] } = found
  return panel({
    title,
    body: [
      html`<p class="jb-muted">${texts.pastLead}</p>`,
      ...unavailable.map((of) => missingPart({ service: of, what: title })),
      table({
        caption: title,
        rows: items,
        rowHref: href,
        empty: empty({ title: texts.pastNone, text: texts.pastNoneNext }),
        columns: [
          { head: texts.pastName, cell: name },
          { head: texts.started, cell: ({ startedAt }: Row) => when(startedAt, zone) },
          {
            head: texts.finished,
            cell: ({ finishedAt }: Row) => (finishedAt === null ? texts.running : when(finishedAt, zone)),
          },
          {
            head: texts.pastDone,
            cell: ({ done, total: of }: Row) => texts.doneOf(number(done), number(of)),
            numeric: true,
          },
        ],
      }),
      total > PAST_ROWS && pager({ page, pageSize: PAST_ROWS, total, href: (to) => `${path}?page=${to}` }),
    ],
  })
}

/** The page of the list that the address names; 1 for anything else. */
export function pastPage({ query }: Pick<Visit, 'query'>, last = MAX_PAGE): number {
  const page = Number(query.page)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, last) : 1
}

const MAX_PAGE = 1_000_000
