import type { CreditChange } from '@jobboard/contracts/credits/internal'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import type { Reply } from '@jobboard/service/http/route'
import type { PostedEntry } from './post-entry.ts'

/** The operator, the audited action, and the employer whose credits change. */
interface OperatorChange {
  actor: string
  action: 'grant-credits' | 'reverse-credit-entry'
  employerId: number
}

interface ChangeContext extends AuditContext {
  commit(work: (sql: Tx) => Promise<Reply<CreditChange>>): Promise<Reply<CreditChange>>
}

/** Posts an operator's entry and its audit row in one transaction. The response contains the audit event
 *, or null for a repeated operation, which was audited the first time. */
export async function commitOperatorChange(
  context: ChangeContext,
  { actor, action, employerId }: OperatorChange,
  post: (sql: Tx) => Promise<PostedEntry>,
): Promise<Reply<CreditChange>> {
  const reply = await context.commit(async (sql) => {
    const { kind, amount, balance, cause, entryId, isNew } = await post(sql)
    const changed = { kind, amount, balance }
    if (!isNew) return { body: { ...changed, audit: null } }
    const audit = await recordAudit(sql, context, {
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
