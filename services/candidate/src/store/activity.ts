import type { Deps } from '@jobboard/service/lifecycle/deps'

const pending = new WeakMap<Deps['db'], Map<number, Date>>()

/** Records in memory that a candidate was active; `save-activity` stores it within a second, so no call waits (D-42). */
export function recordActivity({ db }: Pick<Deps, 'db'>, candidateId: number, now: Date): void {
  pendingActivity(db).set(candidateId, now)
}

/** Latest activity by candidate that is not stored yet. */
export function pendingActivity(db: Deps['db']): Map<number, Date> {
  const activity = pending.get(db) ?? new Map<number, Date>()
  pending.set(db, activity)
  return activity
}
