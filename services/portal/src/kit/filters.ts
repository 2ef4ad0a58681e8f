import { linkButton, panel, tabs } from '@jobboard/html/blocks'
import type { Entered } from '@jobboard/html/field'
import { filters as filterForm, type Submit } from '@jobboard/html/form'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type Around, pageNumber, pager, type Rows, table } from '@jobboard/html/table'
import { addressWith, type FormData, list, type Refused } from '../http/form.ts'
import { BAD_TIME, readMoment } from '../http/local-time.ts'
import type { Visit } from '../http/page.ts'
import { type FieldWords, fields, type More } from './fields.ts'

const MAX_PAGE = 100_000
const MAX_VALUE = 200
const MAX_ID = 2 ** 31 - 1

interface Options<Name extends string, Tab extends string> {
  /** Its parameters are those of the page. */
  path: string
  pageSize: number
  /** What a person may narrow by. A choice with other values than its options counts as none; a number is an id. */
  fields?: Record<Name, FieldWords>
  submit?: Submit
  /** A parameter whose values are links; the first is that of an address without it. */
  tabs?: { name: string; label: string; values: readonly [Tab, ...Tab[]] }
}

interface Page<Row> extends Rows<Row> {
  total?: number
  noMatch?: { title: string; text: string }
}

/** A list as its address says it. */
export interface Filtered<Name extends string, Tab extends string> {
  /** For the service: what is narrowed, times as moments. */
  query: Partial<Record<Name, string>> & { page: number; pageSize: number }
  tab: Tab
  isNarrow: boolean
  /** An id or a time that is none, or an end before its start. */
  refused: Refused | undefined
  /** The address of the same list with another page or tab. */
  href(change: Record<string, string | number>): string
  form(more?: More<Name>): Html
  /** The tabs, each with its label and count. */
  tabs(labels: Record<Tab, string>): Html
  /** A table of one page of the list, and the links to the others. `total` is left out where `rows` are the whole list.
   * `noMatch` stands in place of `empty` where the list is narrowed. */
  table<Row>(shown: Page<Row> & { caption: string }): Child
  panel<Row>(shown: Page<Row> & Around): Html
}

/** The address of a list and its filter form: what one writes the other reads, and every link keeps the rest. */
export function filters<Name extends string = never, Tab extends string = ''>({
  path: pattern,
  pageSize,
  submit = { label: 'Filter', icon: 'filter' },
  tabs: tab,
  ...options
}: Options<Name, Tab>): {
  /** `depth` is how many of the list can be reached. */
  read(visit: Visit, depth?: number): Filtered<Name, Tab>
} {
  const words = options.fields ?? ({} as Record<Name, FieldWords>)
  const inputs = fields(undefined, words)
  const names = Object.keys(words) as Name[]
  return {
    read(visit, depth = MAX_PAGE * pageSize) {
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(visit.params[name]!))
      const { values, query, errors } = readFields(visit, words)
      const wrong = Object.keys(errors).length > 0
      const current = tab?.values.find((value) => value === visit.query[tab.name]) ?? tab?.values[0]
      const page = pageNumber(visit.query.page, depth, pageSize)
      const times = names.filter((name) => words[name].type === 'datetime-local')
      const zone = times.length > 0 && visit.zone
      const inZone = Object.fromEntries(times.map((name) => [name, { hint: `In ${visit.zone}` }]))
      const isNarrow = names.some((name) => [values[name] ?? []].flat().some((value) => value !== ''))
      const href = (change: Record<string, string | number>) => {
        const chosen = { ...values, ...(zone && isNarrow && { zone }), ...(tab && { [tab.name]: current }) }
        return addressWith(path, { ...chosen, ...change })
      }
      const listOf = <Row>({ total, noMatch, ...shown }: Page<Row> & { caption: string }) => {
        const clear = linkButton({ href: path, label: 'Clear the filter' })
        const nothing = noMatch && isNarrow ? { ...noMatch, action: clear } : shown.empty
        if (total === undefined)
          return pagedTable(visit, { ...shown, empty: nothing, name: 'page', pageSize })
        const pages = {
          page,
          pageSize,
          total: Math.min(total, depth),
          href: (to: number) => href({ page: to }),
        }
        // Not in an element of its own: a table and its pager fill the card.
        return [table({ ...shown, empty: nothing }), shown.rows.length > 0 && pager(pages)]
      }
      return {
        query: { ...query, page, pageSize },
        tab: current as Tab,
        isNarrow,
        refused: wrong ? { action: path, values, errors, labels: inputs.labels } : undefined,
        href,
        form: (more) =>
          filterForm({
            action: path,
            submit,
            body: [
              zone && html`<input type="hidden" name="zone" value=${zone} />`,
              tab && html`<input type="hidden" name=${tab.name} value=${current} />`,
              inputs.show({ values, errors }, { ...inZone, ...more } as More<Name>),
            ],
          }),
        tabs: (labels) => {
          const { name, label, values } = tab!
          const links = values.map((value) => [href({ [name]: value }), labels[value]])
          return tabs(label, Object.fromEntries(links), href({ [name]: current! }))
        },
        table: listOf,
        panel: ({ title, caption = title ?? '', actions, before, after, ...shown }) =>
          panel({ title, actions, body: [before, listOf({ ...shown, caption }), after] }),
      }
    },
  }
}

/** A table of a list that was read as a whole, one page at a time. The query parameter `name` is its page; the rest of the
 * address stays. */
export function pagedTable<Row>(
  { query, request }: Pick<Visit, 'query' | 'request'>,
  { name, pageSize, rows, ...shown }: Rows<Row> & { caption: string; name: string; pageSize: number },
): Child {
  const page = pageNumber(query[name], rows.length, pageSize)
  const href = (to: number) => {
    const url = new URL(request.url, 'http://portal.invalid')
    url.searchParams.set(name, String(to))
    return url.pathname + url.search
  }
  return [
    table({ ...shown, rows: rows.slice((page - 1) * pageSize, page * pageSize) }),
    rows.length > pageSize && pager({ page, pageSize, total: rows.length, href }),
  ]
}

function readFields<Name extends string>(
  { query: sent, request, zone }: Visit,
  words: Record<Name, FieldWords>,
) {
  const values: Record<string, string | string[]> = {}
  const query: Partial<Record<Name, string>> = {}
  const errors: Record<string, string> = {}
  for (const [name, { type, options }] of Object.entries<FieldWords>(words) as [Name, FieldWords][]) {
    const isKnown = (value: string) => !options || options.some((option) => option.value === value)
    if (type === 'datetime-local') {
      const { moment, shown } = readMoment(sent[name], sent.zone, zone)
      values[name] = shown
      if (moment === null) errors[name] = BAD_TIME
      else if (moment) query[name] = moment.toISOString()
      continue
    }
    if (type === 'number') {
      const typed = sent[name]?.trim().slice(0, MAX_VALUE) ?? ''
      values[name] = typed
      if (/^[1-9]\d*$/.test(typed) && Number(typed) <= MAX_ID) query[name] = typed
      else if (typed !== '') errors[name] = 'Enter an id, such as 12.'
      continue
    }
    const typed = type === 'checkboxes' ? list(request.query as FormData, name) : [sent[name]?.trim() ?? '']
    const known = typed.filter(isKnown).map((value) => value.slice(0, MAX_VALUE))
    values[name] = type === 'checkboxes' ? known : (known[0] ?? '')
    if (known.join('')) query[name] = known.join(',')
  }
  const { since, until } = query as { since?: string; until?: string }
  if (since && until && until < since) {
    errors.until = 'The end is before the beginning: enter a later time.'
    delete (query as { until?: string }).until
  }
  return { values, query, errors } satisfies Entered & { query: typeof query }
}
