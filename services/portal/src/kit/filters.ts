import { empty, linkButton, tabs } from '../html/blocks.ts'
import type { Entered } from '../html/field.ts'
import { filters as filterForm, type Submit } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { pageNumber, pager, table } from '../html/table.ts'
import { texts } from '../html/texts.ts'
import { type FormData, list, type Refused } from '../http/form.ts'
import { readMoment } from '../http/local-time.ts'
import type { Visit } from '../http/visit.ts'
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
  table<Row>(
    shown: Parameters<typeof table<Row>>[0] & { total?: number; noMatch?: { title: string; text: string } },
  ): Html
}

/** The address of a list and its filter form: what one writes the other reads, and every link keeps the rest. */
export function filters<Name extends string = never, Tab extends string = ''>({
  path: pattern,
  pageSize,
  submit = { label: texts.filter, icon: 'filter' },
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
      const inZone = Object.fromEntries(times.map((name) => [name, { hint: texts.inZone(visit.zone) }]))
      const isNarrow = names.some((name) => [values[name] ?? []].flat().some((value) => value !== ''))
      const href = (change: Record<string, string | number>) => {
        const chosen = { ...values, ...(zone && isNarrow && { zone }), ...(tab && { [tab.name]: current }) }
        const pairs = Object.entries<unknown>({ ...chosen, ...change }).flatMap(([name, value]) =>
          [value ?? []].flat().map((one) => [name, String(one)]),
        )
        const search = String(new URLSearchParams(pairs.filter(([, value]) => value !== '')))
        return search ? `${path}?${search}` : path
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
          const link = (value: Tab) => ({ href: href({ [tab!.name]: value }), label: labels[value] })
          return tabs(
            tab!.values.map((value) => ({ ...link(value), current: value === current })),
            tab!.label,
          )
        },
        table: ({ total, noMatch, ...shown }) => {
          const clear = linkButton({ href: path, label: texts.clear })
          const nothing = noMatch && isNarrow ? empty({ ...noMatch, action: clear }) : shown.empty
          const all = total ?? shown.rows.length
          const at = pageNumber(visit.query.page, all, pageSize)
          const rows = total === undefined ? shown.rows.slice((at - 1) * pageSize, at * pageSize) : shown.rows
          const hasPages = total === undefined ? all > pageSize : rows.length > 0
          return html`<div>
            ${table({ ...shown, rows, empty: nothing })}
            ${hasPages && pager({ page: total === undefined ? at : page, pageSize, total: Math.min(all, depth), href: (to) => href({ page: to }) })}
          </div>`
        },
      }
    },
  }
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
      if (moment === null) errors[name] = texts.badTime
      else if (moment) query[name] = moment.toISOString()
      continue
    }
    if (type === 'number') {
      const typed = sent[name]?.trim().slice(0, MAX_VALUE) ?? ''
      values[name] = typed
      if (/^[1-9]\d*$/.test(typed) && Number(typed) <= MAX_ID) query[name] = typed
      else if (typed !== '') errors[name] = texts.badId
      continue
    }
    const typed = type === 'checkboxes' ? list(request.query as FormData, name) : [sent[name]?.trim() ?? '']
    const known = typed.filter(isKnown).map((value) => value.slice(0, MAX_VALUE))
    values[name] = type === 'checkboxes' ? known : (known[0] ?? '')
    if (known.join('')) query[name] = known.join(',')
  }
  const { since, until } = query as { since?: string; until?: string }
  if (since && until && until < since) {
    errors.until = texts.endBeforeStart
    delete (query as { until?: string }).until
  }
  return { values, query, errors } satisfies Entered & { query: typeof query }
}
