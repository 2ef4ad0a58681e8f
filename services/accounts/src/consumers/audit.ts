import { auditRecorded } from '@jobboard/contracts/events/audit'
import { consumer } from '@jobboard/events/consumer/consumer'
import { fromEvent } from '../domain/audit.ts'
import { insertAudit } from '../store/audit.ts'

const owners = ['jobs', 'pipeline', 'candidate', 'search', 'webhook'] as const

/** Keeps the audit rows of the other services, each event once: a filter names one owner's stream. */
export const auditConsumers = owners.map((owner) =>
  consumer({
    name: `audit_of_${owner}`,
    filter: `evt.${owner}.audit.>`,
    events: [auditRecorded(owner)],
    handle: (sql, event) => insertAudit(sql, fromEvent(owner, event)),
  }),
)
