import type { Deps } from '@jobboard/service/lifecycle/deps'

const waiting = new WeakMap<Deps['db'], Map<number, Date>>()

/** Remembers that a candidate was here; `save-activity` writes it within a second, so that no call waits for it (D-42). */
export function noteActivity({ db }: Pick<Deps, 'db'>, candidateId: number, now: Date): void {
  activityOf(db).set(candidateId, now)
}

/** Who was here since it was last written, by candidate. */
export function activityOf(db: Deps['db']): Map<number, Date> {
  const known = waiting.get(db) ?? new Map<number, Date>()
  waiting.set(db, known)
  return known
}
