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
