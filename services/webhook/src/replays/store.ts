import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { DELIVERY_CHANNEL } from '../events/store.ts'
import { isPendingOfSubscription, planByIndex } from '../sending/store.ts'

/** `Db.listen` channel of commits that started a replay. */
export const REPLAY_CHANNEL = 'replay'

/** The events of a replay: those of an employer with these types that happened at `since` or later and before `until`. */
interface ReplayRange {
  employerId: number
  since: Date
  until: Date
  types: readonly string[]
}

/** What a replay would deliver. */
interface ReplaySize {
  /** Counted up to the limit. */
  count: number
  bytes: number
  /** Places of the first and the last event in the feed; null without events. */
  firstNumber: number | null
  lastNumber: number | null
}

/** An unfinished replay with the owner of its subscription. */
export interface OpenReplay extends ReplayRange {
  id: number
  subscriptionId: number
  afterNumber: number
  lastNumber: number
}

/** Measures a replay. All events that are visible now are counted, and none can be added before them in the feed. */
export async function measureReplay(sql: Sql, range: ReplayRange, limit: number): Promise<ReplaySize> {
  const [row] = await sql<ReplaySize>`
    select count(*)::integer as count, coalesce(sum(octet_length(body)), 0)::float8 as bytes,
      min(feed_number)::float8 as first_number, max(feed_number)::float8 as last_number
    from (
      select feed_number, body from event where ${isIn(range)} and feed_number > 0
      order by feed_number limit ${limit}
    ) as found`
  return row!
}

/** Whether the subscription has an unfinished replay. */
export async function hasOpenReplay(sql: Sql, subscriptionId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from subscription_replay where subscription_id = ${subscriptionId} and finished_at is null`
  return rows.length > 0
}

/** Starts a replay to a locked subscription. */
export async function insertReplay(
  sql: Tx,
  subscriptionId: number,
  { since, until, types }: ReplayRange,
  { count, firstNumber, lastNumber }: { count: number; firstNumber: number; lastNumber: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into subscription_replay
      (subscription_id, since, until, types, after_number, last_number, count, continued_at, created_at)
    values (${subscriptionId}, ${since}, ${until}, ${types}, ${firstNumber - 1}, ${lastNumber}, ${count}, ${now}, ${now})`
  sql.notify(REPLAY_CHANNEL)
}

/** Up to `limit` unfinished replays, those first that wait for the longest time. */
export function listOpenReplays(
  sql: Sql,
  limit: number,
): Promise<Pick<OpenReplay, 'id' | 'subscriptionId'>[]> {
  return sql`
    select id, subscription_id from subscription_replay where finished_at is null
    order by continued_at, id limit ${limit}`
}

/** Locks the subscription of a replay against a concurrent deletion. Returns false when it is deleted. */
export async function lockTarget(sql: Tx, subscriptionId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from subscription where id = ${subscriptionId} and status <> 'Deleted' for share`
  return rows.length > 0
}

/** How many more deliveries a subscription may have pending, at most `limit`. */
export async function getRoom(sql: Tx, subscriptionId: number, limit: number): Promise<number> {
  await planByIndex(sql)
  const [row] = await sql<{ pending: number }>`
    select count(*)::integer as pending from (
      select from subscription s cross join lateral (
        select from delivery where ${isPendingOfSubscription('infinity')}
        order by subscription_id, due_at limit ${limit}) as pending
      where s.id = ${subscriptionId}) as counted`
  return limit - row!.pending
}

/** Locks an unfinished replay; undefined when another process continues it or it is finished. */
export async function lockReplay(sql: Tx, id: number): Promise<OpenReplay | undefined> {
  const [row] = await sql<OpenReplay>`
    select r.id, r.subscription_id, s.employer_id, r.since, r.until, r.types,
      r.after_number::float8 as after_number, r.last_number::float8 as last_number
    from subscription_replay r join subscription s on s.id = r.subscription_id
    where r.id = ${id} and r.finished_at is null for update of r skip locked`
  return row
}

/** Adds deliveries of the next events of a replay, at most `limit`, each of a copy of its event. Returns how many, and the
 * place of the last event; null when there was none. */
export async function insertReplayed(
  sql: Tx,
  replay: OpenReplay,
  limit: number,
  now: Date,
): Promise<{ count: number; lastNumber: number | null }> {
  const [row] = await sql<{ count: number; lastNumber: number | null }>`
    with source as materialized (
      select id, feed_number, gen_random_uuid() as copy_id from event
      where ${isIn(replay)} and feed_number > ${replay.afterNumber} and feed_number <= ${replay.lastNumber}
      order by feed_number limit ${limit}
    ), copied as (
      insert into event (id, employer_id, type, body, occurred_at, is_erased, replay_of)
      select s.copy_id, e.employer_id, e.type, e.body, e.occurred_at, e.is_erased, e.id
      from source s join event e on e.id = s.id
    ), added as (
      insert into delivery (id, subscription_id, event_id, due_at, created_at)
      select gen_random_uuid(), ${replay.subscriptionId}, copy_id, ${now}, ${now} from source
    )
    select count(*)::integer as count, max(feed_number)::float8 as last_number from source`
  if (row!.count > 0) sql.notify(DELIVERY_CHANNEL)
  return row!
}

/** Saves how far a locked replay has come. */
export async function saveReplay(
  sql: Tx,
  id: number,
  { afterNumber, isFinished }: { afterNumber: number; isFinished: boolean },
  now: Date,
): Promise<void> {
  await sql`
    update subscription_replay set after_number = ${afterNumber}, continued_at = ${now},
      finished_at = case when ${isFinished} then ${now}::timestamptz end
    where id = ${id}`
}

/** Deletes up to `limit` replays that finished before `before`. */
export function deleteFinishedReplays(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from subscription_replay where id in (
      select id from subscription_replay where finished_at < ${before} limit ${limit} for update skip locked)
    returning 1`
}

function isIn({ employerId, since, until, types }: ReplayRange) {
  return fragment`employer_id = ${employerId} and occurred_at >= ${since} and occurred_at < ${until}
    and type = any(${types}::text[])`
}
