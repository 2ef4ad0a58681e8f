import { activityRecorded } from '@jobboard/contracts/candidates/events'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { saveLastActive } from '../store/candidate.ts'
import { toActivityRecorded } from '../wire/activity.ts'

/** Stores and publishes the last activity of candidates, at most once in 10 minutes of business time each. */
export function saveCandidateActivity(
  db: Db,
  activity: readonly (readonly [candidateId: number, at: Date])[],
): Promise<void> {
  return db.tx(async (sql) => {
    const moved = await saveLastActive(sql, activity, ACTIVITY_STEP_SECONDS)
    await appendEvents(sql, activityRecorded, moved.map(toActivityRecorded))
  })
}
