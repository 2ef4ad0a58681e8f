import type { createCandidate as endpoint } from '@jobboard/contracts/candidates/admin'
import { profileChanged } from '@jobboard/contracts/candidates/events'
import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { newCandidate } from '../domain/change-profile.ts'
import { findByEmail, insertCandidate } from '../store/candidate.ts'
import { lockEmails } from '../store/candidate-import.ts'
import { toProfile, toProfileChanged } from '../wire/profile.ts'

/** Admin API: a new candidate. Throws invalid_request, and already_exists when the e-mail address must be unique. */
export const createCandidate: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { body, query, now } = context
    if (query.uniqueEmail) await assertUniqueEmail(sql, body.email)
    const candidate = await insertCandidate(sql, newCandidate(body, now))
    const { consentExpiresAt, isSearchable } = candidate
    await appendEvent(sql, profileChanged, {
      aggregateId: candidate.id,
      aggregateVersion: candidate.version,
      occurredAt: now,
      data: toProfileChanged(candidate),
    })
    await recordAudit(sql, context, {
      action: 'create-candidate',
      entity: { type: 'candidate', id: candidate.id },
      before: null,
      after: { consentExpiresAt, isSearchable },
    })
    return { body: toProfile(candidate) }
  })

async function assertUniqueEmail(sql: Tx, email: string): Promise<void> {
  await lockEmails(sql)
  const candidateId = await findByEmail(sql, email)
  if (candidateId === undefined) return
  const message = `email: candidate ${candidateId} has this address; change that candidate instead of creating another.`
  const fields = [{ pointer: '/email', reason: `candidate ${candidateId} has this address` }]
  throw new ApiError('already_exists', message, { fields })
}
