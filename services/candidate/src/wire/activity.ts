import type { Activity } from '../domain/candidate.ts'

/** The event `activity.recorded`. */
export function toActivityRecorded({ candidateId, lastActiveAt, version }: Activity) {
  return {
    aggregateId: candidateId,
    aggregateVersion: version,
    occurredAt: lastActiveAt,
    data: { candidateId, lastActiveAt: lastActiveAt.toISOString(), version },
  }
}
