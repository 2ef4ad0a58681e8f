import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { deleteStoredEvents } from '@jobboard/events/erasure/stored-events'
import { deleteBudgets } from '@jobboard/events/publisher/byte-budget'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** How a service erases its part of a candidate, in two passes. */
export interface Erasure<Env extends BaseEnv = BaseEnv> {
  /** Erases what the service stores of the candidate. Both passes call it, and a replay of the erasure does: a second
   * call changes nothing. */
  erase(sql: Tx, erased: Erased, now: Date): Promise<void>
  /** Runs between the passes, for what is outside the database. False: called again after a pause. */
  settle?(deps: Deps<Env>, erased: readonly Erased[]): Promise<boolean>
  /** Confirms in the transaction of the second pass; by default publishes `erasure.confirmed`. */
  confirm?(sql: Tx, erased: Erased, now: Date): Promise<void>
}

/** The aggregates of candidate whose events carry personal data of the person. */
export function personalAggregates({ candidateId, applicationIds }: Erased) {
  return [
    { owner: 'candidate', noun: 'profile', ids: [String(candidateId)] },
    { owner: 'candidate', noun: 'application', ids: applicationIds.map(String) },
  ] as const
}

/** One pass: the failed events, dead letters and byte budgets of the person, then what the service itself stores. */
export async function erasePart<Env extends BaseEnv>(
  sql: Tx,
  { erase }: Pick<Erasure<Env>, 'erase'>,
  erased: Erased,
  now: Date,
): Promise<void> {
  for (const aggregate of personalAggregates(erased)) await deleteStoredEvents(sql, aggregate)
  await deleteBudgets(sql, { kind: 'candidate', id: erased.candidateId })
  await erase(sql, erased, now)
}
