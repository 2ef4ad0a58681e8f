import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listAudit, listEmployerAudit } from '@jobboard/contracts/operators/audit'
import { type AuditAction, auditActions } from '@jobboard/contracts/operators/events'
import { type Html, html } from '@jobboard/html/html'
import type { Columns } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import type { Names } from '../../peers/ask.ts'

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
    ...(isStaff && { Service: ({ service }: Row) => service, Employer: ({ employerId }: Row) => employerId }),
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
            ${one.after === undefined ? html`<span class="text-body-secondary">none</span>` : html`<ins class="fw-semibold text-decoration-none">${userText(one.after, { lines: 5 })}</ins>`}
          </dd>
        </div>`
      })}
      ${all.length > MAX_FIELDS && html`<div><dt></dt><dd>and ${all.length - MAX_FIELDS} more</dd></div>`}
      ${requestId && html`<div><dt>Request</dt><dd><code>${requestId}</code>${service && ` (${service})`}</dd></div>`}
    </dl>
  </details>`
}

export interface Difference {
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

const actionTexts: Partial<Record<AuditAction, string>> = {
  'mint-recruiter-key': 'Create key',
  'mint-candidate-key': 'Create key of a candidate',
  'set-key-user': 'Change the user of a key',
  'create-portal-link': 'Create one-time link',
  'create-staff-portal-link': 'Create one-time link for staff',
  'create-subscription': 'Add webhook endpoint',
  'change-subscription': 'Change webhook endpoint',
  'enable-subscription': 'Enable webhook endpoint',
  'disable-subscription': 'Disable webhook endpoint',
  'delete-subscription': 'Delete webhook endpoint',
  'test-subscription': 'Send test event',
  'rotate-secret': 'Rotate signing secret',
  redeliver: 'Send delivery again',
  'recover-deliveries': 'Send given-up deliveries again',
  'replay-webhook-events': 'Send events again',
}

/** An action in words; one of another release as it is. */
export function actionText(action: string): string {
  const text = actionTexts[action as AuditAction] ?? action.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What concerns employers: their people, keys, webhooks, credits and jobs. */
const ofEmployer =
  /(-user|-employer|portal-link|-recruiter-key|e-key|set-key-user|-subscription|-secret|deliver|webhook|credit|questions)/
export const employerActions = auditActions.filter(
  (action) => ofEmployer.test(action) && !/staff|candidate/.test(action),
)

const typeTexts: Record<string, string> = {
  employer: 'Employer',
  user: 'User',
  'api-key': 'API key',
  'webhook-subscription': 'Webhook endpoint',
  'webhook-delivery': 'Delivery',
  job: 'Job',
}
/** Types of objects that employers have, and those of the whole platform. */
export const employerTypes = Object.keys(typeTexts)
export const types = [
  ...employerTypes,
  ...['staff', 'candidate', 'application', 'dead-letter', 'resync', 'replay', 'reindex', 'clock'],
]

export function typeText(type: string): string {
  return typeTexts[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ')
}

/** Who made a change, by name where there is one. */
export function actorText(actor: string, names: Names): string {
  if (actor === 'platform') return 'The platform'
  if (actor === 'operator') return 'Operator token'
  const name = names[actor]
  if (name === undefined) return actor
  return actor.startsWith('key ') ? `Key ${name}` : name
}

function objectText(object: string, names: Names): string {
  const [type = '', ...id] = object.split(' ')
  return [typeText(type), names[object] ?? id.join(' ')].join(' ').trim()
}
