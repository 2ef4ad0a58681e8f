import type { Tx } from '@jobboard/db/sql'
import type { DeliveryStatus } from '../domain/outcome.ts'

/** What an attempt did to its delivery. */
export interface Outcome {
  id: string
  /** Attempts before this one: an outcome that was written already does not match any more. */
  attempts: number
  status: DeliveryStatus
  failedAttempts: number
  dueAt: Date
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  responseBody: string | null
}

/** A subscription's counter, locked. */
export interface Counter {
  id: number
  status: 'Active' | 'Disabled' | 'Deleted'
  epoch: number
  consecutiveFailures: number
}

/** Locks the counters: attempts of one subscription are counted one batch after the other. In order of id: no deadlock. */
export function lockCounters(sql: Tx, subscriptionIds: number[]): Promise<Counter[]> {
  return sql<Counter>`
    select id, status, epoch, consecutive_failures from subscription
    where id = any(${subscriptionIds}::integer[]) order by id for update`
}

/** Writes attempts and what they did; returns the ids of those that were pending and not written before. */
export async function saveOutcomes(sql: Tx, outcomes: Outcome[], now: Date): Promise<Set<string>> {
  const rows = JSON.stringify(outcomes)
  const written = await sql<{ id: string; status: DeliveryStatus }>`
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
      returning d.id, d.attempts, d.status
    ), logged as (
      insert into attempt (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      select s.id, s.attempts, x."startedAt", x."durationMs", x."statusCode", x.error, x."responseBody"
      from saved s join given x on x.id = s.id
    )
    select id, status from saved`
  // An attempt never cancels: this one was in flight while its subscription was deleted.
  return new Set(written.filter((row) => row.status !== 'Cancelled').map((row) => row.id))
}

/** Stores locked counters; one with a reason disables its subscription. */
export async function saveCounters(
  sql: Tx,
  counters: { id: number; consecutiveFailures: number; disabledReason: string | null }[],
): Promise<void> {
  await sql`
    update subscription s set consecutive_failures = x."consecutiveFailures",
      status = case when x."disabledReason" is null then s.status else 'Disabled' end,
      disabled_reason = coalesce(x."disabledReason", s.disabled_reason)
    from json_to_recordset(${JSON.stringify(counters)}::json)
      as x(id integer, "consecutiveFailures" integer, "disabledReason" text)
    where s.id = x.id`
}
