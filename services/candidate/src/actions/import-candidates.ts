import { profileChanged } from '@jobboard/contracts/candidates/events'
import type { Db } from '@jobboard/db/db'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { emailHash } from '../domain/email-hash.ts'
import { type ImportLine, withoutRepeats } from '../domain/import-line.ts'
import type { CandidateEnv } from '../env.ts'
import { insertCandidates, listEmailUses, lockEmails } from '../store/candidate-import.ts'
import { toProfileChanged } from '../wire/profile.ts'

type Context = AuditContext & { service: { db: Db; env: CandidateEnv }; includeErased: boolean }

/** What an import did with the lines of a batch; the others were skipped. */
export interface ImportedBatch {
  /** Of the new candidates, in the order of their lines. */
  ids: number[]
  /** Numbers of the lines with the e-mail address of an erased person. */
  erased: number[]
}

/** Creates the candidates of one batch of an import whose e-mail addresses are new, with their events and one audit
 * row, in seven round trips. Throws payload_too_large. */
export function importCandidates(context: Context, lines: readonly ImportLine[]): Promise<ImportedBatch> {
  const { now, requestId, service, includeErased } = context
  const key = includeErased ? undefined : service.env.ERASED_EMAIL_KEY
  const first = withoutRepeats(lines)
  const emails = first.map(({ candidate }) => candidate.email)
  const hashes = emails.map((email) => emailHash(email, key))
  return service.db.tx(async (sql) => {
    await lockEmails(sql)
    const uses = await listEmailUses(sql, emails, hashes)
    const free = first.map((line, index) => ({ ...line, ...uses[index]! })).filter(({ isTaken }) => !isTaken)
    const erased = free.filter(({ isErased }) => isErased).map(({ number }) => number)
    const fresh = free.filter(({ isErased }) => !isErased).map(({ candidate }) => candidate)
    if (fresh.length === 0) return { ids: [], erased }
    const created = await insertCandidates(sql, fresh, now)
    const events = created.map((candidate) => ({
      aggregateId: candidate.id,
      aggregateVersion: candidate.version,
      occurredAt: now,
      data: toProfileChanged(candidate),
    }))
    await appendEvents(sql, profileChanged, events)
    const ids = created.map(({ id }) => id)
    await recordAudit(sql, context, {
      action: 'import-candidates',
      // The batches of one import share its id.
      entity: { type: 'candidate-import', id: requestId },
      before: null,
      after: { candidateIds: ids },
    })
    return { ids, erased }
  })
}
