import { WEBHOOK_FAILURES_TO_DISABLE } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { countStreak } from '../../domain/outcome.ts'
import { type Lease, lockLeases } from '../../store/lease.ts'
import { lockCounters, type Outcome, saveCounters, saveOutcomes } from '../../store/outcome.ts'

/** An attempt that has ended, in the order in which they ended. */
export interface Ended extends Outcome {
  subscriptionId: number
  /** The subscription's epoch when the attempt began. */
  epoch: number
  isTest: boolean
  succeeded: boolean
  lease: Lease
}

/** Writes a batch in one transaction: attempts, deliveries and streaks (D-54). What belongs to a shard that was lost
 * meanwhile is dropped: its new owner sends again. Returns how many were dropped, and the subscriptions disabled. */
export function writeOutcomes(
  db: Db,
  owner: string,
  batch: Ended[],
  now: Date,
): Promise<{ fenced: number; disabled: number[] }> {
  return db.tx(async (sql) => {
    const valid = new Set(
      await lockLeases(
        sql,
        owner,
        batch.map((one) => one.lease),
      ),
    )
    const ended = batch.filter((one) => valid.has(one.lease))
    const fenced = batch.length - ended.length
    if (ended.length === 0) return { fenced, disabled: [] }
    const counters = await lockCounters(sql, [...new Set(ended.map((one) => one.subscriptionId))])
    const written = await saveOutcomes(sql, ended.map(toOutcome), now)
    const counted = ended.filter((one) => written.has(one.id) && !one.isTest)
    const changes = counters.flatMap((counter) => {
      const own = counted.filter((one) => one.subscriptionId === counter.id && one.epoch === counter.epoch)
      if (own.length === 0 || counter.status !== 'Active') return []
      const streak = countStreak(
        counter.consecutiveFailures,
        own.map((one) => one.succeeded),
      )
      if (streak.consecutiveFailures === counter.consecutiveFailures) return []
      const { id } = counter
      return [
        {
          id,
          consecutiveFailures: streak.consecutiveFailures,
          disabledReason: streak.disabled ? REASON : null,
        },
      ]
    })
    if (changes.length > 0) await saveCounters(sql, changes)
    return { fenced, disabled: changes.filter((one) => one.disabledReason).map((one) => one.id) }
  })
}

const REASON = `${WEBHOOK_FAILURES_TO_DISABLE} failed attempts in a row`

function toOutcome(ended: Ended): Outcome {
  const { id, attempts, status, failedAttempts, dueAt } = ended
  const { startedAt, durationMs, statusCode, error, responseBody } = ended
  return {
    id,
    attempts,
    status,
    failedAttempts,
    dueAt,
    startedAt,
    durationMs,
    statusCode,
    error,
    responseBody,
  }
}
