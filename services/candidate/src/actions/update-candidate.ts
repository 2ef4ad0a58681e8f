import type { updateCandidate as endpoint } from '@jobboard/contracts/candidates/admin'
import { profileChanged } from '@jobboard/contracts/candidates/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { changedFields, changeProfile } from '../domain/change-profile.ts'
import { lockCandidate, saveCandidate } from '../store/candidate.ts'
import { toProfile, toProfileChanged } from '../wire/profile.ts'

/** Admin API; a patch that changes nothing leaves no trace. Throws not_found, invalid_request. */
export const updateCandidate: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockCandidate(sql, params.candidateId)
    const candidate = changeProfile(before, body, now)
    if (candidate !== before) {
      await saveCandidate(sql, candidate)
      await appendEvent(sql, profileChanged, {
        aggregateId: candidate.id,
        aggregateVersion: candidate.version,
        occurredAt: now,
        data: toProfileChanged(candidate),
      })
      const { consentExpiresAt, isSearchable } = candidate
      await recordAudit(sql, context, {
        action: 'update-candidate',
        entity: { type: 'candidate', id: candidate.id },
        before: { consentExpiresAt: before.consentExpiresAt, isSearchable: before.isSearchable },
        after: { consentExpiresAt, isSearchable, changed: changedFields(before, candidate) },
      })
    }
    return { body: toProfile(candidate) }
  })
