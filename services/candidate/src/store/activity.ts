import type { Deps } from '@jobboard/service/lifecycle/deps'

const pending = new WeakMap<Deps['db'], Map<number, Date>>()

/** Records in memory that a candidate was active; `save-activity` stores it within a second, so no call waits (D-42). */
export function recordActivity({ db }: Pick<Deps, 'db'>, candidateId: number, now: Date): void {
  const activity = pendingActivity(db)
  const recorded = activity.get(candidateId)
  // Of another service a call may arrive late.
  if (!recorded || recorded < now) activity.set(candidateId, now)
}

/** Latest activity by candidate that is not stored yet. */
export function pendingActivity(db: Deps['db']): Map<number, Date> {
  const activity = pending.get(db) ?? new Map<number, Date>()
  pending.set(db, activity)
  return activity
}
