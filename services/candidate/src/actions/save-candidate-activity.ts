import { profileChanged } from '@jobboard/contracts/events/candidate'
import type { Db } from '@jobboard/db/db'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { saveLastActive } from '../store/candidate.ts'
import { toProfileChanged } from '../wire/profile.ts'

/** Stores the last activity of one candidate and publishes the profile with it (D-42). */
export function saveCandidateActivity(db: Db, candidateId: number, at: Date): Promise<void> {
  return db.tx(async (sql) => {
    const candidate = await saveLastActive(sql, candidateId, at)
    if (!candidate) return
    await appendEvent(sql, profileChanged, {
      aggregateId: candidateId,
      aggregateVersion: candidate.version,
      occurredAt: at,
      data: toProfileChanged(candidate),
    })
  })
}
