import { profileChanged } from '@jobboard/contracts/candidates/events'
import type { updateProfile as endpoint } from '@jobboard/contracts/candidates/me'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { changeProfile } from '../domain/change-profile.ts'
import { lockCandidate, saveCandidate } from '../store/candidate.ts'
import { toProfile, toProfileChanged } from '../wire/profile.ts'

/** D-36; a patch that changes nothing leaves no trace. Throws not_found, precondition_failed, invalid_request,
 * and rate_limited when the daily budget is used up. */
export const updateProfile: Action<typeof endpoint> = ({ candidateId, body, headers, now, commit }) =>
  commit(async (sql) => {
    const before = await lockCandidate(sql, candidateId)
    checkMatch(headers, toProfile(before))
    const candidate = changeProfile(before, body, now)
    if (candidate !== before) {
      await saveCandidate(sql, candidate)
      await appendEvent(sql, profileChanged, {
        aggregateId: candidate.id,
        aggregateVersion: candidate.version,
        occurredAt: now,
        data: toProfileChanged(candidate),
        chargedTo: { kind: 'candidate', id: candidateId },
      })
    }
    const profile = toProfile(candidate)
    return { body: profile, headers: { etag: etagOf(profile) } }
  })
