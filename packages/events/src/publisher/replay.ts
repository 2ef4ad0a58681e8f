import { ApiError } from '@jobboard/contracts/error'
import type { ReplayReason } from '@jobboard/contracts/operators/operations'
import type { Sql, Tx } from '@jobboard/db/sql'
import { OUTBOX_DAYS } from '../retention.ts'

/** `Db.listen` channel of commits that requested a replay. */
export const REPLAY_CHANNEL = 'replay'

/** A row of `outbox_replay`. */
export interface OutboxReplay {
  id: number
  reason: ReplayReason
  since: Date
  requestedAt: Date
  finishedAt: Date | null
  published: number
  /** Upper bound: ids without a row count too. */
  remaining: number
}

/** `created_at` is the start of the transaction, so an id above another can be this much older. */
const CREATED_AT_SKEW_MS = 60_000
const DAY_MS = 86_400_000

/** Requests that the relay publishes the events created since then (real clock) again. It starts at
 * once, or within 10 s when the wake-up is lost. Returns the id. Throws invalid_request for a time that is not within
 * the 14 days that the outbox retains. */
export async function requestReplay(sql: Tx, since: Date, now = new Date()): Promise<number> {
  const earliest = new Date(now.getTime() - OUTBOX_DAYS * DAY_MS)
  if (since < earliest || since > now) {
    throw new ApiError(
      'invalid_request',
      `since: published events are retained for ${OUTBOX_DAYS} days; send a time from ${earliest.toISOString()} to now.`,
      { fields: [{ pointer: '/since', reason: `must be between ${earliest.toISOString()} and now` }] },
    )
  }
  const firstId = await firstIdCreatedSince(sql, new Date(since.getTime() - CREATED_AT_SKEW_MS))
  sql.notify(REPLAY_CHANNEL)
  return insertReplay(sql, 'operator', since, firstId - 1)
}

/** Starts a replay of everything that the outbox retains; all others are superseded by it. Returns its `untilId`. */
export async function replayAll(sql: Tx, reason: ReplayReason): Promise<number> {
  await sql`update outbox_replay set last_seq = null, finished_at = coalesce(finished_at, now())`
  const since = new Date(Date.now() - OUTBOX_DAYS * DAY_MS)
  const id = await insertReplay(sql, reason, since, 0)
  const [row] = await sql<{ untilId: number }>`select until_id from outbox_replay where id = ${id}`
  return row!.untilId
}

export async function getReplay(sql: Sql, id: number): Promise<OutboxReplay | undefined> {
  const [replay] = await sql<OutboxReplay>`
    select id, reason, since, requested_at, finished_at, published,
      case when finished_at is null then greatest(until_id - cursor_id, 0) else 0 end as remaining
    from outbox_replay where id = ${id}`
  return replay
}

/** Deletes up to `limit` replays that ended before, which must be longer ago than the outbox reaches: `last_seq` of a
 * replay says what its stream has acknowledged. */
export function deleteOldReplays(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from outbox_replay where id = any(array(
      select id from outbox_replay where finished_at < ${before} limit ${limit} for update skip locked))
    returning 1`
}

async function insertReplay(sql: Tx, reason: ReplayReason, since: Date, cursorId: number): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into outbox_replay (reason, since, cursor_id, until_id)
    select ${reason}, ${since}, ${cursorId}, coalesce(max(id), 0) from outbox
    returning id`
  return row!.id
}

/** A binary search by id: `created_at` has no index. */
async function firstIdCreatedSince(sql: Sql, since: Date): Promise<number> {
  const [range] = await sql<{ low: number; high: number }>`
    select coalesce(min(id), 1) as low, coalesce(max(id), 0) + 1 as high from outbox`
  let { low, high } = range!
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = await sql<{ id: number; createdAt: Date }>`
      select id, created_at from outbox where id >= ${middle} order by id limit 1`
    if (!row || row.createdAt >= since) high = middle
    else low = row.id + 1
  }
  return low
}
