import { type AuditAction, auditActions } from '@jobboard/contracts/operators/events'
import type { Names } from '../../peers/audit-names.ts'

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

/** A type of objects in words. */
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

/** What was changed: `User Ada Berg`, `Job 5`. */
export function objectText(object: string, names: Names): string {
  const [type = '', ...id] = object.split(' ')
  return [typeText(type), names[object] ?? id.join(' ')].join(' ').trim()
}
