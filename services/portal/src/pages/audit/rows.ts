import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listAudit, listEmployerAudit } from '@jobboard/contracts/operators/audit'
import { type Html, html } from '@jobboard/html/html'
import type { Columns } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/visit.ts'
import type { Names } from '../../peers/audit-names.ts'
import { differences } from './difference.ts'
import { actionText, actorText, objectText } from './words.ts'

type EmployerRow = ResponseBody<typeof listEmployerAudit>['items'][number]
/** A change, as an employer reads it or as the staff does. */
export type Row = EmployerRow &
  Partial<Pick<ResponseBody<typeof listAudit>['items'][number], 'service' | 'employerId'>>

const MAX_FIELDS = 20
/** Objects that have a page with their progress. */
const inProgress = new Set(['resync', 'replay', 'reindex'])

/** What the list shows of a change; actors, actions and objects are links to the list of theirs. */
export function columnsOf(visit: Visit, path: string, names: Names): Columns<Row> {
  const link = (query: Record<string, string>, text: string) =>
    html`<a href=${`${path}?${new URLSearchParams(query)}`}>${userText(text, { lines: 2 })}</a>`
  return {
    When: ({ at }) => when(at, visit.zone),
    Who: ({ actor }) => link({ actor }, actorText(actor, names)),
    Action: ({ action }) => link({ action }, actionText(action)),
    Object: ({ object }) => {
      const [entityType = '', entityId] = object.split(' ')
      if (entityId && inProgress.has(entityType)) {
        const href = `/staff/system/${entityType}/${encodeURIComponent(entityId)}`
        return html`<a href=${href}>${userText(object, { lines: 2 })}</a>`
      }
      return link({ entityType, ...(entityId && { entityId }) }, objectText(object, names))
    },
    Change: change,
  }
}

/** The cells of a change in a file. */
export function cellsOf(names: (row: Row) => Names, isStaff: boolean) {
  const json = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))
  return {
    When: ({ at }: Row) => at,
    Who: (row: Row) => actorText(row.actor, names(row)),
    Actor: ({ actor }: Row) => actor,
    Action: ({ action }: Row) => action,
    'What was changed': (row: Row) => objectText(row.object, names(row)),
    Object: ({ object }: Row) => object,
    Before: ({ before }: Row) => json(before),
    After: ({ after }: Row) => json(after),
    Request: ({ requestId }: Row) => requestId,
    ...(isStaff && {
      Service: ({ service }: Row) => service,
      Employer: ({ employerId }: Row) => employerId,
    }),
  }
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
      ${requestId && html`<div><dt>Request</dt><dd><code>${requestId}</code>${service && ` (${service})`}</dd></div>`}
    </dl>
  </details>`
}
