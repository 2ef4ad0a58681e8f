import type { createCandidate as endpoint } from '@jobboard/contracts/endpoints/candidate'
import { profileChanged } from '@jobboard/contracts/events/candidate'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { newCandidate } from '../domain/change-profile.ts'
import { insertCandidate } from '../store/candidate.ts'
import { toProfile, toProfileChanged } from '../wire/profile.ts'

/** Admin API: a new candidate. Throws invalid_request. */
export const createCandidate: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
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
