import { activityRecorded } from '@jobboard/contracts/candidates/events'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { saveLastActive } from '../profiles/store.ts'

/** Stores and publishes the last activity of candidates, at most once in 10 minutes of business time each. */
export async function moveLastActivity(
  sql: Tx,
  activity: readonly (readonly [candidateId: number, at: Date])[],
): Promise<void> {
  const moved = await saveLastActive(sql, activity, ACTIVITY_STEP_SECONDS)
  const events = moved.map(({ candidateId, lastActiveAt, version }) => ({
    aggregateId: candidateId,
    aggregateVersion: version,
    occurredAt: lastActiveAt,
    data: { candidateId, lastActiveAt: lastActiveAt.toISOString(), version },
  }))
  await appendEvents(sql, activityRecorded, events)
}
