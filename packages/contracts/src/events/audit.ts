import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { eventType } from '../event.ts'

/** Who changed what, when, in which request. */
export const auditData = z.object({
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string(),
  at: z.iso.datetime(),
})

/** Each service tells its own; accounts keeps the audit rows. */
export const auditRecorded = (service: ServiceName) =>
  eventType(service, 'audit.recorded', 1, auditData, 'An operator changed something in this service.')
