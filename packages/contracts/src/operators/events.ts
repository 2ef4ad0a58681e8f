import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { eventType } from '../event.ts'

/** What is audited, by the name of the endpoint where there is one. Part of the Admin API: an action keeps its name. The
 * schemas below take any text, since releases run side by side. */
export const auditActions = [
  // accounts
  'create-employer',
  'update-employer',
  'update-employer-settings',
  'update-mail-settings',
  'create-user',
  'update-user',
  'delete-user',
  'create-staff',
  'update-staff',
  'delete-staff',
  'create-portal-link',
  'create-staff-portal-link',
  'mint-recruiter-key',
  'mint-candidate-key',
  'approve-key',
  'refuse-key',
  'rotate-key',
  'revoke-key',
  'set-key-user',
  'rebuild-metrics',
  'create-sandbox',
  'reset-sandbox',
  'delete-sandbox',
  'mint-sandbox-candidate-key',
  // candidate
  'create-candidate',
  'update-candidate',
  'import-candidates',
  'submit-application',
  'erase-candidate',
  'lapse-consent',
  'reset-applies',
  // jobs and search
  'replace-screening-questions',
  'start-reindex',
  'grant-credits',
  'reverse-credit-entry',
  'expire-job',
  'end-unlock',
  // webhook
  'create-subscription',
  'change-subscription',
  'enable-subscription',
  'disable-subscription',
  'delete-subscription',
  'test-subscription',
  'rotate-secret',
  'redeliver',
  'recover-deliveries',
  'replay-webhook-events',
  'make-delivery-due',
  'simulate-receiver',
  // every service, and the gateway
  'start-resync',
  'replay-events',
  'retry-dead-letter',
  'drop-dead-letter',
  'advance-clock',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who changed what, when, in which request. `object` is the changed entity: its type and, if it has one, its
 * id. */
export const auditData = z.object({
  actor: z.string().describe('Who made the change.'),
  action: z.string().describe('What was done, such as `create-employer`.'),
  object: z.string().describe('What was changed: its type and, if it has one, its id, such as `job 5`.'),
  before: z.unknown().describe('The changed fields before; null for something new.'),
  after: z.unknown().describe('The changed fields after; null for something deleted.'),
  requestId: z.string().describe('`X-Request-Id` of the request.'),
  employerId: z
    .int()
    .optional()
    .describe('The employer whose data was changed; absent for what belongs to no employer.'),
  at: z.iso.datetime().describe('When the change was made.'),
})
export type AuditData = z.output<typeof auditData>

/** Published by every service but accounts, which consumes it and stores the row. */
export const auditRecorded = (service: ServiceName) =>
  eventType(service, 'audit.recorded', 1, auditData, 'An operator changed something in this service.')
