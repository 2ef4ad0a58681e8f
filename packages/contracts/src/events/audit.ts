import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { eventType } from '../event.ts'

/** Who changed what, when, in which request. `object` is the changed entity: its type and, if it has one, its
 * id. */
export const auditData = z.object({
  actor: z.string().describe('Who made the change.'),
  action: z.string().describe('What was done, such as `create-employer`.'),
  object: z.string().describe('What was changed: its type and, if it has one, its id, such as `job 5`.'),
  before: z.unknown().describe('The changed fields before; null for something new.'),
  after: z.unknown().describe('The changed fields after; null for something deleted.'),
  requestId: z.string().describe('`X-Request-Id` of the request.'),
  at: z.iso.datetime().describe('When the change was made.'),
})
export type AuditData = z.output<typeof auditData>

/** Published by every service but accounts, which consumes it and stores the row. */
export const auditRecorded = (service: ServiceName) =>
  eventType(service, 'audit.recorded', 1, auditData, 'An operator changed something in this service.')
