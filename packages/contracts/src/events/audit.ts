import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { eventType } from '../event.ts'

/** Who changed what, when, in which request. `object` is the changed entity: its type and, if it has one, its
 * id. */
export const auditData = z.object({
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string(),
  at: z.iso.datetime(),
})
export type AuditData = z.output<typeof auditData>

/** Published by every service but accounts, which consumes it and stores the row. */
export const auditRecorded = (service: ServiceName) =>
  eventType(service, 'audit.recorded', 1, auditData, 'An operator changed something in this service.')
