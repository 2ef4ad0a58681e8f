import type { updateCandidate as endpoint } from '@jobboard/contracts/endpoints/candidate'
import { auditRecorded } from '@jobboard/contracts/events/audit'
import { profileChanged } from '@jobboard/contracts/events/candidate'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { changedFields, changeProfile } from '../domain/change-profile.ts'
import { toProfile, toProfileChanged } from '../domain/profile.ts'
import { lockCandidate, saveCandidate } from '../store/candidate.ts'

/** Admin API; a patch that changes nothing leaves no trace. Throws not_found, invalid_request. */
export const updateCandidate: Action<typeof endpoint> = ({ params, body, caller, now, requestId, commit }) =>
  commit(async (sql) => {
    const before = await lockCandidate(sql, params.candidateId)
    const candidate = changeProfile(before, body, now)
    if (candidate !== before) {
      await saveCandidate(sql, candidate)
      const event = { aggregateId: candidate.id, aggregateVersion: candidate.version, occurredAt: now }
      await appendEvent(sql, profileChanged, { ...event, data: toProfileChanged(candidate) })
      const { consentExpiresAt, isSearchable } = candidate
      const data = toAudit(
        { actor: caller.kind === 'admin' ? caller.actor : caller.kind, requestId, now },
        'update-candidate',
        `candidate ${candidate.id}`,
        {
          before: { consentExpiresAt: before.consentExpiresAt, isSearchable: before.isSearchable },
          after: { consentExpiresAt, isSearchable, changed: changedFields(before, candidate) },
        },
      )
      await appendEvent(sql, auditRecorded('candidate'), { ...event, data })
    }
    return { body: toProfile(candidate) }
  })
