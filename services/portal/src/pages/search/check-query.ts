import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { printQuery } from '@jobboard/search-query/print-query'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import { userText } from '../../html/values.ts'
import { texts } from './texts.ts'

/** How a query is understood, or what is wrong with it and at which UTF-16 code unit. */
export type CheckedQuery = { normalized: string } | { message: string; position: number }

/** Characters that are shown before and after the place of a mistake. */
const CONTEXT = 40
const MAX_MARKED = 24

/** Parses a query as the service does; only what wildcards match is left to the service (D-41). */
export function checkQuery(query: string): CheckedQuery {
  try {
    return { normalized: printQuery(parse(query)) }
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { message, position } = error
    return { message: sentence(message, position), position }
  }
}

/** The mistake that the service has found, such as a wildcard that matches too many words. */
export function refusedQuery(message: string): CheckedQuery {
  const position = Number(/\(position (\d+)\)\.?$/.exec(message)?.[1] ?? 0)
  return { message: sentence(message.replace(/^query: /, ''), position), position }
}

/** The result of a check, below the query. */
export function checkResult(query: string, checked: CheckedQuery): Html {
  if (query === '') return html`<p class="jb-hint">${texts.checkEmpty}</p>`
  if ('normalized' in checked) {
    return html`<p class="jb-query-good">
      ${icon('success')}<span>${texts.understood} <code dir="auto">${userText(checked.normalized, { lines: 5 })}</code></span>
    </p>`
  }
  const { before, marked, after } = excerptOf(query, checked.position)
  return html`<div class="jb-query-wrong" data-wrong="">
    <p>${icon('danger')}<span>${checked.message}</span></p>
    <pre dir="auto"><bdi>${before}</bdi><mark>${marked}</mark><bdi>${after}</bdi></pre>
    <p class="jb-hint">${texts.position(checked.position + 1)}</p>
  </div>`
}

/** The query around a position, in which no character is cut in half. */
export function excerptOf(query: string, position: number) {
  const rest = query.slice(position, position + MAX_MARKED)
  const blank = rest.slice(1).search(/\s/)
  const end = position + (blank < 0 ? rest.length : blank + 1)
  const start = Math.max(0, position - CONTEXT)
  const piece = (from: number, to: number) => query.slice(from, to).toWellFormed().replaceAll('\n', ' ')
  return {
    before: `${start > 0 ? '…' : ''}${piece(start, position)}`,
    // Where something is missing at the end.
    marked: piece(position, end) || texts.end,
    after: `${piece(end, end + CONTEXT)}${query.length > end + CONTEXT ? '…' : ''}`,
  }
}

function sentence(message: string, position: number): string {
  return `${message.replace(` (position ${position})`, '').replace(/\.$/, '')}.`
}
