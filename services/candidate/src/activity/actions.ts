import { activityRecorded } from '@jobboard/contracts/candidates/events'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import { sandboxProfileChanged } from '@jobboard/contracts/sandbox/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { toProfileEvent, toSandboxProfile } from '../profiles/candidate.ts'
import { listCandidates, saveLastActive } from '../profiles/store.ts'

/** What the service holds in memory: the last activity of candidates that is not stored yet. */
export interface PendingActivity {
  pendingActivity: Map<number, Date>
}

/** Records in memory that a candidate was active; `save-activity` stores it within a second, so no call waits (D-42). */
export function recordActivity({ pendingActivity }: PendingActivity, candidateId: number, now: Date): void {
  const recorded = pendingActivity.get(candidateId)
  // Of another service a call may arrive late.
  if (!recorded || recorded < now) pendingActivity.set(candidateId, now)
}

/** Stores and publishes the last activity of candidates, at most once in 10 minutes of business time each; of those of
 * sandboxes with the profile, on their own subject. */
export async function moveLastActivity(
  sql: Tx,
  activity: readonly (readonly [candidateId: number, at: Date])[],
): Promise<void> {
  const moved = await saveLastActive(sql, activity, ACTIVITY_STEP_SECONDS)
  const live = moved.filter(({ sandboxId }) => sandboxId === null)
  const events = live.map(({ candidateId, lastActiveAt, version }) => ({
    aggregateId: candidateId,
    aggregateVersion: version,
    occurredAt: lastActiveAt,
    data: { candidateId, lastActiveAt: lastActiveAt.toISOString(), version },
  }))
  await appendEvents(sql, activityRecorded, events)
  if (live.length === moved.length) return
  const others = moved.filter(({ sandboxId }) => sandboxId !== null)
  const candidates = await listCandidates(
    sql,
    others.map(({ candidateId }) => candidateId),
  )
  const profiles = [...candidates.values()].map((candidate) => ({
    ...toProfileEvent(candidate, candidate.lastActiveAt),
    data: toSandboxProfile(candidate),
  }))
  await appendEvents(sql, sandboxProfileChanged, profiles)
}
