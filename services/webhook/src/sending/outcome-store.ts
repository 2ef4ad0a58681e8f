import type { Tx } from '@jobboard/db/sql'
import type { AttemptResponse, DeliveryState, DeliveryStatus } from '../deliveries/delivery.ts'
import type { CounterUpdate, FailureCounter } from './failure-streak.ts'

/** A finished attempt and the state it puts its delivery in, as one row. */
export interface OutcomeRow extends AttemptResponse, DeliveryState {
  /** The delivery. */
  id: string
  /** Attempts before this one. The row applies only while the delivery still has as many, so it applies once. */
  attempts: number
  startedAt: Date
  durationMs: number
}

/** Locks the failure counters of subscriptions: concurrent batches count one after the other. */
export function lockCounters(sql: Tx, subscriptionIds: number[]): Promise<FailureCounter[]> {
  // Locking in id order avoids deadlocks.
  return sql<FailureCounter>`
    select id, employer_id, status, epoch, consecutive_failures from subscription
    where id = any(${subscriptionIds}::integer[]) order by id for update`
}

/** Stores attempts and moves their deliveries. Returns the ids of deliveries whose attempt counts towards
 * the failure streak: not of an outcome that was stored before, and not of a cancelled delivery. */
export async function saveOutcomes(sql: Tx, outcomes: OutcomeRow[], now: Date): Promise<Set<string>> {
  const rows = JSON.stringify(outcomes)
  const updated = await sql<{ id: string; status: DeliveryStatus }>`
    with given as (
      select * from json_to_recordset(${rows}::json) as x(id uuid, attempts integer, status text,
        "failedAttempts" integer, "dueAt" timestamptz, "startedAt" timestamptz, "durationMs" integer,
        "statusCode" integer, error text, "responseBody" text)
    ), saved as (
      update delivery d set attempts = d.attempts + 1, last_status_code = x."statusCode",
        status = case d.status when 'Pending' then x.status else d.status end,
        failed_attempts = case d.status when 'Pending' then x."failedAttempts" else d.failed_attempts end,
        due_at = case d.status when 'Pending' then x."dueAt" else d.due_at end,
        finished_at = case when d.status = 'Pending' and x.status <> 'Pending' then ${now} else d.finished_at end
      from given x where d.id = x.id and d.attempts = x.attempts
      returning d.id, d.attempts, d.status, d.event_id, x."startedAt", x."durationMs", x."statusCode", x.error,
        x."responseBody"
    ), logged as (
      insert into attempt (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      select s.id, s.attempts, s."startedAt", s."durationMs", s."statusCode", s.error,
        case when not e.is_erased then s."responseBody" end
      from saved s join event e on e.id = s.event_id
    )
    select id, status from saved`
  // Cancelled: a failed test, or its subscription was deleted while the attempt was in flight.
  return new Set(updated.filter((row) => row.status !== 'Cancelled').map((row) => row.id))
}

/** Stores new values of locked counters; an update with a reason disables its subscription. */
export async function saveCounters(sql: Tx, updates: CounterUpdate[]): Promise<void> {
  await sql`
    update subscription s set consecutive_failures = x."consecutiveFailures",
      status = case when x."disabledReason" is null then s.status else 'Disabled' end,
      disabled_reason = coalesce(x."disabledReason", s.disabled_reason)
    from json_to_recordset(${JSON.stringify(updates)}::json)
      as x(id integer, "consecutiveFailures" integer, "disabledReason" text)
    where s.id = x.id`
}
