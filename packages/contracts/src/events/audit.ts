import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { eventType } from '../event.ts'

/** Each service tells its own; accounts keeps the audit rows. */
export const auditRecorded = (service: ServiceName) =>
  eventType(
    service,
    'audit.recorded',
    1,
    z.object({
      actor: z.string(),
      action: z.string(),
      object: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      requestId: z.string(),
      at: z.iso.datetime(),
    }),
    'An operator changed something in this service.',
  )
