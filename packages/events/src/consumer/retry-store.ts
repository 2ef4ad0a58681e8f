import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import { z } from 'zod'

/** Attempts per event, and the delays between them: exponential from `initialDelayMs` to `maxDelayMs`. After an
 * outage (database or peer unavailable) exponential from `outageDelayMs` to 30 times that. */
export interface RetryPolicy {
  maxAttempts: number
  initialDelayMs: number
  maxDelayMs: number
  outageDelayMs: number
  /** This many outages in a row count as one attempt. */
  outagesPerAttempt: number
}

/** An event is dead-lettered after about 13 s. With outages that hit only this event it takes about 90 s while other
 * events are handled, and about 75 minutes when there are none. */
export const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 8,
  initialDelayMs: 100,
  maxDelayMs: 30_000,
  outageDelayMs: 1_000,
  outagesPerAttempt: 20,
}

const MAX_OUTAGE_FACTOR = 30

/** Milliseconds until the next attempt. */
export function retryDelayMs(
  policy: RetryPolicy,
  isOutage: boolean,
  { attempts, outages }: { attempts: number; outages: number },
): number {
  const doublings = Math.max(0, attempts - 1)
  if (!isOutage) return Math.min(policy.initialDelayMs * 2 ** doublings, policy.maxDelayMs)
  const factor = Math.min(2 ** Math.max(doublings, outages - 1, 0), MAX_OUTAGE_FACTOR)
  return policy.outageDelayMs * factor
}

/** An event whose retry has begun; its attempt is counted already. */
export interface ClaimedRetry {
  event: Event<string>
  attempts: number
  /** The last failure. */
  error: string
  /** W3C trace context of the attempt that failed first. */
  traceparent: string | null
}

/** How a failed attempt is stored. */
export interface Failure {
  error: unknown
  /** The database or a peer was unavailable: the event may not be the cause. */
  isOutage: boolean
}

/** Stores a failed event for its retry, so that it can be acknowledged. Returns false when it took effect or was
 * dead-lettered meanwhile. A second delivery of a stored event changes nothing. */
export async function storeForRetry(
  db: Db,
  consumer: string,
  event: Event<string>,
  { error, isOutage }: Failure,
  delayMs: number,
): Promise<boolean> {
  const rows = await db.sql`
    insert into event_attempt (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
      attempts, outages, error, due_at, traceparent)
    select ${consumer}, ${event.id}, ${event.subject}, ${event.aggregateId}, ${event.aggregateVersion},
      ${event.occurredAt}, ${event.data.replaceAll('\0', '')}, ${isOutage ? 0 : 1}::int, ${isOutage ? 1 : 0}::int,
      ${describeError(error)}, now() + ${delayMs} * interval '1 millisecond', ${currentTraceparent()}::text
    where not exists (select 1 from inbox where consumer = ${consumer} and event_id = ${event.id})
    on conflict (consumer, event_id) do update
      set subject = excluded.subject, aggregate_id = excluded.aggregate_id,
        aggregate_version = excluded.aggregate_version, occurred_at = excluded.occurred_at, payload = excluded.payload,
        due_at = coalesce(event_attempt.due_at, excluded.due_at)
    returning 1`
  return rows.length > 0
}

/** Begins the retry that is due first and counts its attempt, because the handler can end the process: the event is
 * due again after `leaseMs`. Also returns in how many milliseconds the next retry is due; undefined when none waits. */
export async function claimRetry(
  db: Db,
  consumer: string,
  { leaseMs, maxAttempts }: { leaseMs: number; maxAttempts: number },
): Promise<{ claimed: ClaimedRetry | undefined; nextDueMs: number | undefined }> {
  const [row] = await db.sql<Event<string> & Omit<ClaimedRetry, 'event'> & { nextDueMs: number | null }>`
    with claimed as (
      update event_attempt set attempts = attempts + 1, due_at = now() + ${leaseMs} * interval '1 millisecond',
        error = case when attempts >= ${maxAttempts} then error
          else 'the process ended during attempt ' || attempts + 1 end
      where consumer = ${consumer} and event_id = (
        select event_id from event_attempt where consumer = ${consumer} and due_at <= now()
        order by due_at limit 1 for update skip locked)
      returning event_id as id, subject, aggregate_id, aggregate_version, occurred_at, payload as data, attempts, error,
        traceparent)
    select claimed.*, (
      select (extract(epoch from min(due_at) - now()) * 1000)::float8 from event_attempt where consumer = ${consumer}
    ) as next_due_ms
    from (select 1) as one left join claimed on true`
  const { attempts, error, traceparent, nextDueMs, ...event } = row!
  return {
    claimed: event.id === null ? undefined : { event, attempts, error, traceparent },
    nextDueMs: nextDueMs ?? undefined,
  }
}

/** Stores the failure of a claimed retry. An outage counts when the consumer handled another event since the last
 * failure of this one, or after `outagesPerAttempt` outages in a row. Returns the attempts and outages so far. */
export async function recordFailedAttempt(
  db: Db,
  consumer: string,
  eventId: string,
  { error, isOutage }: Failure,
  outagesPerAttempt: number,
): Promise<{ attempts: number; outages: number }> {
  const [row] = await db.sql<{ attempts: number; outages: number }>`
    update event_attempt as failed set error = ${describeError(error)}, last_at = now(),
      attempts = failed.attempts - case when is_counted then 0 else 1 end,
      outages = case when is_counted then 0 else failed.outages + 1 end
    from (
      select not ${isOutage}::boolean or outages + 1 >= ${outagesPerAttempt}::int or exists (
        select 1 from inbox
        where inbox.consumer = event_attempt.consumer and received_at > event_attempt.last_at) as is_counted
      from event_attempt where consumer = ${consumer} and event_id = ${eventId}) as decision
    where failed.consumer = ${consumer} and failed.event_id = ${eventId}
    returning failed.attempts, failed.outages`
  // The event took effect meanwhile, and its row is deleted.
  return row ?? { attempts: 0, outages: 0 }
}

/** Sets when a failed event is retried. */
export async function scheduleRetry(
  db: Db,
  consumer: string,
  eventId: string,
  delayMs: number,
): Promise<void> {
  await db.sql`
    update event_attempt set due_at = now() + ${delayMs} * interval '1 millisecond'
    where consumer = ${consumer} and event_id = ${eventId}`
}

const MAX_LENGTH = 2_000
/** Postgres text cannot contain NUL. */
const NUL = /\0/g

/** The text of an error as it is stored and shown to operators: class, code and place, without the values of the
 * event. */
export function describeError(error: unknown): string {
  return describe(error).replace(NUL, '').slice(0, MAX_LENGTH)
}

function describe(error: unknown): string {
  if (error instanceof z.core.$ZodError) {
    return `breaks its contract: ${error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`
  }
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `threw a ${typeof error}`
  // Messages of Postgres quote values, and those of JSON.parse the text.
  if ('severity' in error) return describeDatabaseError(error as DatabaseError)
  if (error instanceof SyntaxError) return error.name
  return String(error)
}

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  table?: string
  routine?: string
}

function describeDatabaseError({ code, constraint, table, routine }: DatabaseError): string {
  const parts = Object.entries({ code, table, constraint, routine }).filter(([, value]) => value)
  return `DatabaseError: ${parts.map(([name, value]) => `${name} ${value}`).join(', ')}`
}
