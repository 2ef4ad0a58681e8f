import type { Sql, Tx } from '@jobboard/db/sql'

/** A resync as stored. */
export interface Resync {
  id: number
  startedAt: Date
  finishedAt: Date | null
  /** Subject of the source that is read now; null before the first. */
  subject: string | null
  cursor: string | null
  done: number
  total: number
  streamCreated: string | null
}

/** Stores a new resync. Undefined while one runs. */
export async function insertResync(sql: Tx, now: Date, total: number): Promise<{ id: number } | undefined> {
  const [resync] = await sql<{ id: number }>`
    insert into resync (started_at, total) values (${now}, ${total}) on conflict do nothing returning id`
  return resync
}

export async function findRunning(sql: Sql): Promise<Resync | undefined> {
  const [resync] = await sql<Resync>`select * from resync where finished_at is null`
  return resync
}

/** One resync, or undefined. */
export async function findResync(sql: Sql, id: number): Promise<Resync | undefined> {
  const [resync] = await sql<Resync>`select * from resync where id = ${id}`
  return resync
}

/** Resyncs, newest first, and how many there are: those of the last 90 days. */
export async function listResyncs(
  sql: Sql,
  { skip, take }: { skip: number; take: number },
): Promise<{ total: number; items: Resync[] }> {
  const items = await sql<Resync>`select * from resync order by id desc limit ${take} offset ${skip}`
  const [counted] = await sql<{ total: number }>`select count(*) as total from resync`
  return { total: counted!.total, items }
}

/** Moves a resync from `before` to `after`. False when another replica has moved it first. */
export async function saveProgress(sql: Sql, before: Resync, after: Resync): Promise<boolean> {
  const rows = await sql`
    update resync set finished_at = ${after.finishedAt}, subject = ${after.subject}, cursor = ${after.cursor},
      done = ${after.done}, stream_created = ${after.streamCreated}
    where id = ${before.id} and finished_at is null
      and (subject, cursor, stream_created)
        is not distinct from (${before.subject}::text, ${before.cursor}::text, ${before.streamCreated}::text)
    returning 1`
  return rows.length === 1
}

/** Deletes up to `limit` resyncs that ended before. */
export function deleteOldResyncs(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from resync where id = any(array(
      select id from resync where finished_at < ${before} limit ${limit} for update skip locked))
    returning 1`
}

/** Whether the outbox holds at least this many unpublished events. */
export async function isOutboxBehind(sql: Sql, events: number): Promise<boolean> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (select from outbox where published_at is null limit ${events}) as waiting`
  return row!.count >= events
}
