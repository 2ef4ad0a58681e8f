import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listAudit } from '@jobboard/contracts/operators/audit'
import { type Html, html } from '@jobboard/html/html'
import { userText, when } from '@jobboard/html/values'
import type { Area, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { staffRoles } from '../../person/person.ts'

const path = '/staff/audit'
const MAX_FIELDS = 20
/** Objects that have a page with their progress. */
const inProgress = new Set(['resync', 'replay', 'reindex'])
type Row = ResponseBody<typeof listAudit>['items'][number]

const list = filters({
  path,
  pageSize: 25,
  submit: { label: 'Search', icon: 'search' },
  fields: {
    actor: { type: 'text', label: 'Actor', hint: 'operator, staff 3, user 12', maxLength: 200 },
    action: { type: 'text', label: 'Action', hint: 'Such as mint-recruiter-key', maxLength: 200 },
    entityType: { type: 'text', label: 'Object', hint: 'Such as job', maxLength: 200 },
    entityId: { type: 'text', label: 'Object id', maxLength: 200 },
    since: { type: 'datetime-local', label: 'From' },
    until: { type: 'datetime-local', label: 'Before' },
  },
})

async function showAudit(visit: Visit): Promise<View> {
  const at = list.read(visit)
  const { items, total } = await visit.ask(listAudit, { query: at.query })
  const by = (name: 'actor' | 'action', value: string) =>
    html`<a href=${`${path}?${new URLSearchParams({ [name]: value })}`}>${userText(value, { lines: 2 })}</a>`
  return screen(visit, {
    title: 'Audit',
    lead: 'Who changed what, newest first. It never holds personal data, a key or a secret.',
    wide: true,
    refused: at.refused,
    body: at.panel<Row>({
      title: 'Changes',
      before: at.form(),
      rows: items,
      total,
      empty: {
        title: 'No change yet',
        text: 'What operators, staff and employers’ people change appears here.',
      },
      noMatch: { title: 'No change matches', text: 'Choose another actor, action, object or time.' },
      columns: {
        When: ({ at }) => when(at, visit.zone),
        Who: ({ actor }) => by('actor', actor),
        Action: ({ action }) => by('action', action),
        Object: objectLink,
        Change: change,
      },
    }),
  })
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
  const count = all.length === 1 ? '1 field' : `${all.length} fields`
  return html`<details class="jb-change">
    <summary>${all.length === 0 ? 'No fields' : count}</summary>
    <dl class="vstack gap-2 mt-2">
      ${all.slice(0, MAX_FIELDS).map((one) => {
        return html`<div>
          <dt class="small">${userText(one.field || 'value', { lines: 1 })}</dt>
          <dd class="vstack gap-1">
            ${one.before !== undefined && html`<del>${userText(one.before, { lines: 5 })}</del>`}
            ${one.before !== undefined && html`<span class="visually-hidden">became</span>`}
            ${one.after === undefined ? html`<span class="text-body-secondary">none</span>` : html`<ins>${userText(one.after, { lines: 5 })}</ins>`}
          </dd>
        </div>`
      })}
      ${all.length > MAX_FIELDS && html`<div><dt></dt><dd>and ${all.length - MAX_FIELDS} more</dd></div>`}
      <div><dt>Request</dt><dd><code>${requestId}</code> (${service})</dd></div>
    </dl>
  </details>`
}

/** What operators, staff and employers' people changed. */
export const audit: Area = {
  places: [{ href: path, label: 'Audit', icon: 'audit', roles: staffRoles }],
  pages: [{ method: 'GET', path, roles: staffRoles, handle: showAudit }],
}

/** A field whose value differs; undefined where it is absent. */
interface Difference {
  field: string
  before: string | undefined
  after: string | undefined
}

/** What a change did, field by field, in the order of their names. What is no object is one field. */
export function differences(before: unknown, after: unknown): Difference[] {
  if (!isObject(before) && !isObject(after)) {
    return before === null && after === null
      ? []
      : [{ field: '', before: shown(before ?? undefined), after: shown(after ?? undefined) }]
  }
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
  return fields.flatMap((field) => {
    const one = { field, before: shown(own(was, field)), after: shown(own(is, field)) }
    return one.before === one.after ? [] : [one]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name may be one that every object has. */
function own(of: Record<string, unknown>, field: string): unknown {
  return Object.hasOwn(of, field) ? of[field] : undefined
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
