import type { CreditChange } from '@jobboard/contracts/internal/credits'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import type { Reply } from '@jobboard/service/http/route'
import type { Written } from './add.ts'

/** Who changes the credits of which employer, and by which action. */
interface By {
  actor: string
  action: string
  employerId: number
}

interface Request extends AuditContext {
  commit(work: (sql: Tx) => Promise<Reply<CreditChange>>): Promise<Reply<CreditChange>>
}

/** An operator's change: the entry and the event of its audit row are written together, so the row comes whatever dies.
 * The answer carries that event; a change that was made before has told its own. */
export async function change(
  request: Request,
  { actor, action, employerId }: By,
  write: (sql: Tx) => Promise<Written>,
): Promise<Reply<CreditChange>> {
  const reply = await request.commit(async (sql) => {
    const { kind, amount, balance, cause, entryId, isNew } = await write(sql)
    const changed = { kind, amount, balance }
    if (!isNew) return { body: { ...changed, audit: null } }
    const audit = await recordAudit(sql, request, {
      actor,
      action,
      entity: { type: 'employer', id: employerId },
      before: { kind, balance: balance - amount },
      after: { ...changed, cause, entryId },
    })
    failpoint('credits-before-commit')
    return { body: { ...changed, audit } }
  })
  failpoint('credits-after-commit')
  return reply
}
