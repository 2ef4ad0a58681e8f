import { profileChanged } from '@jobboard/contracts/events/candidate'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Timer } from '@jobboard/service/lifecycle/define'
import { toProfileChanged } from '../domain/profile.ts'
import { activityOf } from '../store/activity.ts'
import { saveLastActive } from '../store/candidate.ts'

/** Writes who was active, once per candidate and second however many calls there were (D-42). A crash forgets at most
 * the last second. */
export const saveActivity: Timer = {
  name: 'save-activity',
  everyMs: 1_000,
  async run({ db }) {
    const waiting = activityOf(db)
    for (const candidateId of [...waiting.keys()]) {
      const at = waiting.get(candidateId)!
      waiting.delete(candidateId)
      try {
        await db.tx((sql) => saveOne(sql, candidateId, at))
      } catch (error) {
        // It goes to the end of the line, so that what never works holds up nobody else.
        if (!waiting.has(candidateId)) waiting.set(candidateId, at)
        throw error
      }
    }
  },
}

async function saveOne(sql: Tx, candidateId: number, at: Date): Promise<void> {
  const candidate = await saveLastActive(sql, candidateId, at)
  if (!candidate) return
  await appendEvent(sql, profileChanged, {
    aggregateId: candidateId,
    aggregateVersion: candidate.version,
    occurredAt: at,
    data: toProfileChanged(candidate),
  })
}
