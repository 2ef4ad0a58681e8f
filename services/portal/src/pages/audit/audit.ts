import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listAudit } from '@jobboard/contracts/operators/audit'
import { empty, linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { userText, when } from '../../html/values.ts'
import { readMoment } from '../../http/local-time.ts'
import { view } from '../../http/outcome.ts'
import type { Area, Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { staffRoles } from '../../person/person.ts'
import { differences } from './difference.ts'
import { texts } from './texts.ts'

const path = '/staff/audit'
const PAGE_SIZE = 25
const MAX_PAGE = 100_000
const MAX_FIELDS = 20
/** Objects that have a page with their progress. */
const inProgress = new Set(['resync', 'replay', 'reindex'])
const named = ['actor', 'action', 'entityType', 'entityId'] as const
type Row = ResponseBody<typeof listAudit>['items'][number]

const auditPage: Page = {
  method: 'GET',
  path,
  roles: staffRoles,
  async handle(visit) {
    const { entered, query, page, href } = readQuery(visit)
    const { items, total } = await visit.ask(listAudit, { query })
    const isNarrow = [...named, 'since', 'until'].some((name) => entered.values[name])
    const nothing = isNarrow
      ? empty({
          title: texts.noMatch,
          text: texts.noMatchNext,
          action: linkButton({ href: path, label: texts.clear }),
        })
      : empty({ title: texts.none, text: texts.noneNext })
    const body = html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead })}
      ${errorSummary(entered, { since: texts.since, until: texts.until })}
      ${panel({
        title: texts.list,
        body: [
          filterForm(entered),
          table({ caption: texts.list, columns: columnsFor(visit), rows: items, empty: nothing }),
          items.length > 0 && pager({ page, pageSize: PAGE_SIZE, total, href: (to) => href({ page: to }) }),
        ],
      })}
    </div>`
    const isWrong = Object.keys(entered.errors).length > 0
    return view({ title: titleOf(texts.title, entered), body, wide: true, ...(isWrong && { status: 422 }) })
  },
}

/** What operators, staff and employers' people changed. */
export const audit: Area = {
  places: [{ href: path, label: texts.place, icon: 'audit', roles: staffRoles }],
  pages: [auditPage],
}

function readQuery({ query: sent, zone }: Visit) {
  const typed = Number(sent.page)
  const page = Number.isInteger(typed) && typed >= 1 ? Math.min(typed, MAX_PAGE) : 1
  const values: Record<string, string | undefined> = { zone }
  const errors: Record<string, string> = {}
  const query: Record<string, string | number> = { page, pageSize: PAGE_SIZE }
  for (const name of named) {
    const value = sent[name]?.trim().slice(0, 200)
    if (value) {
      values[name] = value
      query[name] = value
    }
  }
  for (const name of ['since', 'until'] as const) {
    const { moment, shown } = readMoment(sent[name], sent.zone, zone)
    values[name] = shown
    if (moment === null) errors[name] = texts.badTime
    else if (moment) query[name] = moment.toISOString()
  }
  if (query.since && query.until && query.until < query.since) {
    errors.until = texts.endBeforeStart
    delete query.until
  }
  const entered: Entered = { values, errors }
  const href = (change: Record<string, string | number>) => {
    const pairs = Object.entries({ ...values, ...change }).filter(([, value]) => value)
    return `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
  }
  return { entered, query, page, href }
}

function filterForm(entered: Entered): Html {
  const zone = String(entered.values.zone)
  const line = (name: (typeof named)[number], hint?: string) =>
    field(entered, { type: 'text', name, label: texts[name], maxLength: 200, ...(hint && { hint }) })
  return filters({
    action: path,
    submit: { label: texts.filter, icon: 'search' },
    body: [
      html`<input type="hidden" name="zone" value=${zone} />`,
      line('actor', texts.actorHint),
      line('action', texts.actionHint),
      line('entityType', texts.entityTypeHint),
      line('entityId'),
      field(entered, { type: 'datetime-local', name: 'since', label: texts.since, hint: texts.inZone(zone) }),
      field(entered, { type: 'datetime-local', name: 'until', label: texts.until, hint: texts.inZone(zone) }),
    ],
  })
}

function columnsFor({ zone }: Visit) {
  const head = texts.columns
  const by = (name: 'actor' | 'action', value: string) =>
    html`<a href=${`${path}?${new URLSearchParams({ [name]: value })}`}>${userText(value, { lines: 2 })}</a>`
  return [
    { head: head.at, cell: ({ at }: Row) => when(at, zone) },
    { head: head.actor, cell: ({ actor }: Row) => by('actor', actor) },
    { head: head.action, cell: ({ action }: Row) => by('action', action) },
    { head: head.object, cell: objectLink },
    { head: head.change, cell: change },
  ]
}

function objectLink({ object }: Row): Html {
  const [entityType = '', entityId] = object.split(' ')
  const query = new URLSearchParams({ entityType, ...(entityId && { entityId }) })
  const hasProgress = entityId && inProgress.has(entityType)
  const href = hasProgress
    ? `/staff/system/${entityType}/${encodeURIComponent(entityId)}`
    : `${path}?${query}`
  return html`<a href=${href}>${userText(object, { lines: 2 })}</a>`
}

function change({ before, after, requestId, service }: Row): Html {
  const all = differences(before, after)
  return html`<details class="jb-change">
    <summary>${all.length === 0 ? texts.noFields : texts.fields(all.length)}</summary>
    <dl>
      ${all.slice(0, MAX_FIELDS).map((one) => {
        return html`<div>
          <dt>${userText(one.field || texts.whole, { lines: 1 })}</dt>
          <dd>
            ${one.before !== undefined && html`<del>${userText(one.before, { lines: 5 })}</del>`}
            ${one.before !== undefined && html`<span class="visually-hidden">${texts.became}</span>`}
            ${one.after === undefined ? html`<span class="jb-muted">${texts.absent}</span>` : html`<ins>${userText(one.after, { lines: 5 })}</ins>`}
          </dd>
        </div>`
      })}
      ${all.length > MAX_FIELDS && html`<div><dt></dt><dd>${texts.more(all.length - MAX_FIELDS)}</dd></div>`}
      <div><dt>${texts.request}</dt><dd><code>${requestId}</code> (${service})</dd></div>
    </dl>
  </details>`
}
