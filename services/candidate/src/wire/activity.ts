import type { DataOf } from '@jobboard/contracts/event'
import type { activityRecorded } from '@jobboard/contracts/events/candidate'
import type { NewEvent } from '@jobboard/events/publisher/outbox'
import type { Activity } from '../domain/candidate.ts'

/** The event `activity.recorded`. */
export function toActivityRecorded({
  candidateId,
  lastActiveAt,
  version,
}: Activity): NewEvent<DataOf<typeof activityRecorded>> {
  return {
    aggregateId: candidateId,
    aggregateVersion: version,
    occurredAt: lastActiveAt,
    data: { candidateId, lastActiveAt: lastActiveAt.toISOString(), version },
  }
}
