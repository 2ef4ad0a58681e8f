import { linkButton } from '@jobboard/html/blocks'
import type { Html } from '@jobboard/html/html'
import { number } from '@jobboard/html/values'
import { addressWith } from '../http/form.ts'
import type { Page, Visit } from '../http/page.ts'

/** Rows of one file. */
export const MAX_ROWS = 100_000
const PAGE_SIZE = 100
/** In which a spreadsheet reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

type Query = Record<string, string | number | undefined>
type Cell = string | number | boolean | null | undefined

interface Options<Row> extends Pick<Page, 'path' | 'roles'> {
  /** Of the file, before the day. */
  name: string
  /** The parameters of the address that go to the service. */
  filters: readonly string[]
  /** By their heads; what the person may not see is no column. */
  columns(visit: Visit): Record<string, (row: Row) => Cell>
  read(visit: Visit, query: Query): Promise<{ items: readonly Row[]; nextCursor?: string | null | undefined }>
}

/** A list as a CSV file, page by page as fast as the browser takes it, with the filters of the address. */
export function csvExport<Row>({ path, roles, name, filters, columns, read }: Options<Row>): Page {
  return {
    method: 'GET',
    path,
    roles,
    async handle(visit) {
      const sent = visit.request.query as Query
      const filter = Object.fromEntries(
        filters.flatMap((each) => (sent[each] === undefined ? [] : [[each, sent[each]]])),
      )
      const pageOf = (now: Visit, cursor?: string) => read(now, { ...filter, pageSize: PAGE_SIZE, cursor })
      const shown = columns(visit)
      const cells = Object.values(shown)
      // What is wrong with the filter is a page, and no file.
      const first = await pageOf(visit)
      return {
        kind: 'download',
        name: `${name}-${visit.now.toISOString().slice(0, 10)}.csv`,
        async *lines(again) {
          yield BYTE_ORDER_MARK + lineOf(Object.keys(shown))
          let count = 0
          for (let page = first; ; page = await pageOf(await again(), page.nextCursor!)) {
            const items = page.items.slice(0, MAX_ROWS - count)
            count += items.length
            yield items.map((row) => lineOf(cells.map((cell) => cell(row)))).join('')
            const isMore = Boolean(page.nextCursor) || items.length < page.items.length
            if (count === MAX_ROWS && isMore) yield lineOf([CUT])
            if (count === MAX_ROWS || !page.nextCursor) return
          }
        },
      }
    },
  }
}

const CUT = `Only the first ${number(MAX_ROWS)} rows. Narrow the list to export the others.`

/** One line by RFC 4180. A text that a spreadsheet would run as a formula gets a quote before it. */
export function lineOf(cells: readonly Cell[]): string {
  const written = cells.map((cell) => {
    const text = typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : String(cell ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}

/** The link to the file of a list; `query` is that of the list. */
export function exportLink(
  path: string,
  { page: _, pageSize: __, cursor: ___, ...query }: Record<string, unknown>,
  total: number,
): Html {
  return linkButton({
    href: addressWith(path, query),
    label: total > MAX_ROWS ? `Export the first ${number(MAX_ROWS)} as CSV` : 'Export as CSV',
    icon: 'download',
  })
}
