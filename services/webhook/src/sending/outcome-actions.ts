import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { AttemptResponse, DeliveryState } from '../deliveries/delivery.ts'
import { insertNotices } from '../notices/store.ts'
import { countByHour } from '../stats/stats.ts'
import { addAttemptHours } from '../stats/store.ts'
import { type CounterUpdate, updateCounter } from './failure-streak.ts'
import {
  type DueDelivery,
  type Lease,
  lockCounters,
  lockLeases,
  type OutcomeRow,
  planByIndex,
  saveCounters,
  saveOutcomes,
} from './store.ts'

/** A finished attempt that is not stored yet. */
export interface AttemptOutcome {
  /** The delivery as it was when the attempt began. */
  delivery: Pick<DueDelivery, 'id' | 'attempts' | 'subscriptionId' | 'epoch' | 'isTest' | 'sandboxId'>
  /** The lease under which the attempt began. */
  lease: Lease
  startedAt: Date
  durationMs: number
  response: AttemptResponse
  succeeded: boolean
  next: DeliveryState
}

/** Number of outcomes dropped because another sender took the shard over, and subscriptions that were disabled. */
export interface WriteResult {
  fenced: number
  disabled: CounterUpdate[]
}

type Service = Pick<Deps, 'name' | 'saveAudit'> & { db: Pick<Deps['db'], 'tx'> }

/** Stores a batch in one transaction: attempts, deliveries, failure streaks (D-54) and counts by hour. `batch` is in the order
 * the attempts ended. Outcomes of a lost lease are dropped: the new owner of the shard sends those deliveries
 * again. Each subscription that is disabled gets an audit row, with `notifies` also a notice. */
export async function writeOutcomes(
  service: Service,
  owner: string,
  batch: AttemptOutcome[],
  now: Date,
  { notifies }: { notifies: boolean },
): Promise<WriteResult> {
  const result = await service.db.tx(async (sql) => {
    const leases = batch.map(({ lease }) => lease)
    const subscriptionIds = [...new Set(batch.map(({ delivery }) => delivery.subscriptionId))]
    // Sent together.
    const [, held, counters] = await Promise.all([
      planByIndex(sql),
      lockLeases(sql, owner, leases),
      lockCounters(sql, subscriptionIds),
    ])
    const heldLeases = new Set(held)
    const outcomes = batch.filter(({ lease }) => heldLeases.has(lease))
    const fenced = batch.length - outcomes.length
    if (outcomes.length === 0) return { fenced, disabled: [] }

    const saved = await saveOutcomes(sql, outcomes.map(toRow), now)
    const counted = outcomes.filter(({ delivery }) => saved.has(delivery.id) && !delivery.isTest)
    if (counted.length > 0) await addAttemptHours(sql, countByHour(counted.map(toAttempt)))
    const updates = counters
      .map((counter) => updateCounter(counter, resultsOf(counter.id, counted)))
      .filter((update) => update !== undefined)
    if (updates.length > 0) await saveCounters(sql, updates)
    const disabled = updates.filter((one) => one.disabledReason !== null)
    for (const one of disabled) await auditDisabling(sql, service, one, now)
    if (notifies && disabled.length > 0) {
      const disabledIds = disabled.map(({ id }) => id)
      await insertNotices(sql, disabledIds, now)
    }
    failpoint('outcomes-before-commit')
    return { fenced, disabled }
  })
  if (result.disabled.length > 0) failpoint('disabled-after-commit')
  return result
}

// As the row of an operator who disables, but without a request.
async function auditDisabling(
  sql: Tx,
  service: Service,
  { id, employerId, disabledReason }: CounterUpdate,
  now: Date,
): Promise<void> {
  const context = {
    service,
    caller: { kind: 'service', service: service.name },
    requestId: 'automatic',
    now,
  } as const
  await recordAudit(sql, context, {
    actor: service.name,
    action: 'disable-subscription',
    entity: { type: 'webhook-subscription', id },
    before: { employerId, status: 'Active', disabledReason: null },
    after: { employerId, status: 'Disabled', disabledReason },
    employerId,
  })
}

function resultsOf(subscriptionId: number, outcomes: AttemptOutcome[]) {
  return outcomes
    .filter(({ delivery }) => delivery.subscriptionId === subscriptionId)
    .map(({ delivery, succeeded }) => ({ epoch: delivery.epoch, succeeded }))
}

function toAttempt({ delivery: { subscriptionId }, startedAt, durationMs, succeeded }: AttemptOutcome) {
  return { subscriptionId, startedAt, durationMs, succeeded }
}

function toRow({ delivery, startedAt, durationMs, response, next }: AttemptOutcome): OutcomeRow {
  return { id: delivery.id, attempts: delivery.attempts, startedAt, durationMs, ...response, ...next }
}
