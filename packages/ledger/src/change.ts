import { auditRecorded } from '@jobboard/contracts/events/audit'
import type { CreditChange } from '@jobboard/contracts/internal/credits'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Reply } from '@jobboard/service/http/route'
import type { Written } from './add.ts'

/** Who changes the credits of which employer, and by which action. */
interface By {
  service: 'jobs' | 'search'
  actor: string
  action: string
  employerId: number
}

interface Request {
  requestId: string
  now: Date
  commit(work: (sql: Tx) => Promise<Reply<CreditChange>>): Promise<Reply<CreditChange>>
}

/** An operator's change: the entry and the event of its audit row are written together, so the row comes whatever dies.
 * The answer carries that event; a change that was made before has told its own. */
export async function change(
  { requestId, now, commit }: Request,
  { service, actor, action, employerId }: By,
  write: (sql: Tx) => Promise<Written>,
): Promise<Reply<CreditChange>> {
  const reply = await commit(async (sql) => {
    const { kind, amount, balance, cause, entryId, isNew } = await write(sql)
    const changed = { kind, amount, balance }
    if (!isNew) return { body: { ...changed, audit: null } }
    const data = {
      actor,
      action,
      object: `employer ${employerId}`,
      before: { kind, balance: balance - amount },
      after: { ...changed, cause, entryId },
      requestId,
      at: now.toISOString(),
    }
    const event = { aggregateId: `credit-entry-${entryId}`, aggregateVersion: 1, occurredAt: now, data }
    const id = await appendEvent(sql, auditRecorded(service), event)
    failpoint('credits-before-commit')
    return { body: { ...changed, audit: { id, data } } }
  })
  failpoint('credits-after-commit')
  return reply
}
