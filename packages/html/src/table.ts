import { empty, panel } from './blocks.ts'
import { type Child, type Html, html } from './html.ts'
import { icon } from './icon.ts'
import { number } from './values.ts'

/** What a column shows of a row. */
export type Cell<Row> = (row: Row) => Child
/** Columns by their heads. */
export type Columns<Row> = Record<string, Cell<Row>>

/** A table without its caption. */
export interface Rows<Row> {
  columns: Columns<Row>
  rows: readonly Row[]
  /** Stands in place of the table without rows. */
  empty: string | Parameters<typeof empty>[0]
  /** The first cell is a link that the whole row follows. */
  rowHref?: (row: Row) => string
  /** Stands before the row: a box that chooses it. `head` chooses all. */
  chooser?: { head: Child; cell: Cell<Row> }
}

const numericCells = new WeakSet<object>()

/** A column of numbers, which stand at the right. */
export function numeric<Row>(cell: Cell<Row>): Cell<Row> {
  numericCells.add(cell)
  return cell
}

/** A table that scrolls in a region of its own. */
export function table<Row>(shown: Rows<Row> & { caption: string }): Html {
  const { caption, columns, rows, rowHref, chooser } = shown
  if (rows.length === 0) {
    return empty(typeof shown.empty === 'string' ? { title: shown.empty, text: '' } : shown.empty)
  }
  const all = Object.entries(columns).map(([head, cell], index) => {
    return { head, cell, align: numericCells.has(cell) && 'jb-numeric', isLink: index === 0 && rowHref }
  })
  const contentOf = (row: Row, { cell, isLink }: (typeof all)[number]) =>
    isLink ? html`<a class="jb-row-link" href=${isLink(row)}>${cell(row)}</a>` : cell(row)
  return html`<div class="jb-scroll position-relative" role="region" aria-label=${`${caption}, table`} tabindex="0">
    <table class="jb-table">
      <caption class="visually-hidden">${caption}</caption>
      <thead>
        <tr>${chooser && html`<th scope="col" class="jb-chooser">${chooser.head}</th>`}${all.map(({ head, align }) => html`<th scope="col" class=${align}>${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr class=${rowHref && 'jb-row'}>${chooser && html`<td class="jb-chooser">${chooser.cell(row)}</td>`}${all.map((column) => html`<td class=${column.align}>${contentOf(row, column)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`
}

/** What stands around the table of a panel. The title is its caption; a table that is all that its page is about has a caption
 * alone. */
export interface Around {
  title?: string
  caption?: string
  actions?: Child
  before?: Child
  after?: Child
}

export function tablePanel<Row>({ title, actions, before, after, ...shown }: Rows<Row> & Around): Html {
  const { caption = title ?? '' } = shown
  return panel({ title, actions, body: [before, table({ ...shown, caption }), after] })
}

/** Links to the page before and after this one of a list whose total is known. Pages count from 1. */
export function pager({
  page,
  pageSize,
  total,
  href,
}: {
  page: number
  pageSize: number
  total: number
  href: (page: number) => string
}): Html {
  const last = Math.max(1, Math.ceil(total / pageSize))
  return html`<nav class="jb-pager hstack flex-wrap gap-3 justify-content-between d-print-none" aria-label="Pages">
    <span class="text-body-secondary">Page ${number(page)} of ${number(last)}, ${number(total)} in all</span>
    <span class="jb-actions hstack flex-wrap gap-2">
      ${page > 1 && html`<a class="btn btn-secondary" rel="prev" href=${href(Math.min(page - 1, last))}>${icon('previous')}<span>Previous</span></a>`}
      ${page < last && html`<a class="btn btn-secondary" rel="next" href=${href(page + 1)}><span>Next</span>${icon('next')}</a>`}
    </span>
  </nav>`
}

/** The page that an address names, within those of a list of `total` rows. */
export function pageNumber(named: string | undefined, total: number, pageSize: number): number {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const page = Number(named)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, last) : 1
}

/** The link to what follows in a list with cursors. */
export function more({ href, label }: { href: string; label: string }): Html {
  return html`<p class="text-center d-print-none"><a class="btn btn-secondary" rel="next" href=${href}>${label}</a></p>`
}
