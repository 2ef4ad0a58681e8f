import type { createCandidate as endpoint } from '@jobboard/contracts/endpoints/candidate'
import { auditRecorded } from '@jobboard/contracts/events/audit'
import { profileChanged } from '@jobboard/contracts/events/candidate'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { newCandidate } from '../domain/change-profile.ts'
import { toProfile, toProfileChanged } from '../domain/profile.ts'
import { insertCandidate } from '../store/candidate.ts'

/** Admin API: a new candidate. Throws invalid_request. */
export const createCandidate: Action<typeof endpoint> = ({ body, caller, now, requestId, commit }) =>
  commit(async (sql) => {
    const candidate = await insertCandidate(sql, newCandidate(body, now))
    const { consentExpiresAt, isSearchable } = candidate
    const event = { aggregateId: candidate.id, aggregateVersion: candidate.version, occurredAt: now }
    await appendEvent(sql, profileChanged, { ...event, data: toProfileChanged(candidate) })
    const by = { actor: caller.kind === 'admin' ? caller.actor : caller.kind, requestId, now }
    const after = { consentExpiresAt, isSearchable }
    const data = toAudit(by, 'create-candidate', `candidate ${candidate.id}`, { before: null, after })
    await appendEvent(sql, auditRecorded('candidate'), { ...event, data })
    return { body: toProfile(candidate) }
  })
