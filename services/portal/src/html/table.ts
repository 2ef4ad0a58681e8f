import { empty } from './blocks.ts'
import { type Child, type Html, html } from './html.ts'
import { icon } from './icon.ts'
import { texts } from './texts.ts'
import { number } from './values.ts'

/** A column: its head and what it shows of a row. Numbers stand at the right. */
export interface Column<Row> {
  head: string
  cell: (row: Row) => Child
  numeric?: boolean
}

/** A table that scrolls in a region of its own. `empty` stands in its place without rows. With `rowHref`, the first
 *  cell is a link that the whole row follows. */
export function table<Row>({
  caption,
  columns,
  rows,
  empty: nothing,
  rowHref,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  empty: Html | string
  rowHref?: (row: Row) => string
}): Html {
  if (rows.length === 0) {
    return typeof nothing === 'string' ? empty({ title: nothing, text: '' }) : nothing
  }
  return html`<div class="jb-scroll" role="region" aria-label=${texts.scrollable(caption)} tabindex="0">
    <table class="jb-table">
      <caption class="visually-hidden">${caption}</caption>
      <thead>
        <tr>${columns.map(({ head, numeric }) => html`<th scope="col" class=${align(numeric)}>${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr class=${rowHref && 'jb-row'}>${columns.map(cellOf(row, rowHref))}</tr>`)}
      </tbody>
    </table>
  </div>`
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
  return html`<nav class="jb-pager hstack flex-wrap gap-3 justify-content-between d-print-none" aria-label=${texts.pages}>
    <span class="text-body-secondary">${texts.pageOf(number(page), number(last), number(total))}</span>
    <span class="jb-actions hstack flex-wrap gap-2">
      ${page > 1 && html`<a class="btn btn-secondary" rel="prev" href=${href(Math.min(page - 1, last))}>${icon('previous')}<span>${texts.previous}</span></a>`}
      ${page < last && html`<a class="btn btn-secondary" rel="next" href=${href(page + 1)}><span>${texts.next}</span>${icon('next')}</a>`}
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

function align(numeric: boolean | undefined): string | undefined {
  return numeric ? 'jb-numeric' : undefined
}

function cellOf<Row>(row: Row, rowHref: ((row: Row) => string) | undefined) {
  return ({ cell, numeric }: Column<Row>, index: number): Html => {
    const content = cell(row)
    const linked = index === 0 && rowHref
    return html`<td class=${align(numeric)}>${linked ? html`<a class="jb-row-link" href=${rowHref(row)}>${content}</a>` : content}</td>`
  }
}
