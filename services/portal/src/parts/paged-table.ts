import { type Html, html } from '../html/html.ts'
import { pageNumber, pager, table } from '../html/table.ts'
import type { Visit } from '../http/visit.ts'

type Table<Row> = Parameters<typeof table<Row>>[0]

/** A table of a list that was read as a whole, one page at a time. The query parameter `name` is its page; the rest of the
 * address stays. */
export function pagedTable<Row>(
  { query, request }: Pick<Visit, 'query' | 'request'>,
  { name, pageSize, rows, ...shown }: Table<Row> & { name: string; pageSize: number },
): Html {
  const page = pageNumber(query[name], rows.length, pageSize)
  const href = (to: number) => {
    const url = new URL(request.url, 'http://portal.invalid')
    url.searchParams.set(name, String(to))
    return url.pathname + url.search
  }
  return html`<div>
    ${table({ ...shown, rows: rows.slice((page - 1) * pageSize, page * pageSize) })}
    ${rows.length > pageSize && pager({ page, pageSize, total: rows.length, href })}
  </div>`
}
