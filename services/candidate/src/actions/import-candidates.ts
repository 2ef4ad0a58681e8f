import { profileChanged } from '@jobboard/contracts/events/candidate'
import type { Db } from '@jobboard/db/db'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import type { Candidate } from '../domain/candidate.ts'
import { insertNewCandidates, lockImports } from '../store/candidate-import.ts'
import { toProfileChanged } from '../wire/profile.ts'

type Context = AuditContext & { service: { db: Db } }

/** Creates the candidates of one batch of an import whose e-mail addresses are new, with their events and one audit
 * row, in six round trips. Returns their ids in order (P-124). Throws payload_too_large. */
export function importCandidates(
  context: Context,
  candidates: readonly Omit<Candidate, 'id'>[],
): Promise<number[]> {
  const { now, requestId } = context
  return context.service.db.tx(async (sql) => {
    await lockImports(sql)
    const created = await insertNewCandidates(sql, candidates, now)
    const ids = created.map(({ id }) => id)
    if (ids.length === 0) return ids
    const events = created.map((candidate) => ({
      aggregateId: candidate.id,
      aggregateVersion: candidate.version,
      occurredAt: now,
      data: toProfileChanged(candidate),
    }))
    await appendEvents(sql, profileChanged, events)
    await recordAudit(sql, context, {
      action: 'import-candidates',
      // The batches of one import share its id.
      entity: { type: 'candidate-import', id: requestId },
      before: null,
      after: { candidateIds: ids },
    })
    return ids
  })
}
