import { auditRecorded } from '@jobboard/contracts/operators/events'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveAudit } from './store.ts'

const owners = ['jobs', 'pipeline', 'candidate', 'search', 'webhook'] as const

/** Stores the audit rows of the other services. One durable per owner, because a filter names one owner's
 * stream. */
export const auditConsumers = owners.map((owner) =>
  consumer({
    name: `audit_of_${owner}`,
    filter: `evt.${owner}.audit.>`,
    events: [auditRecorded(owner)],
    handle: (sql, event) => saveAudit(sql, owner, event),
  }),
)
