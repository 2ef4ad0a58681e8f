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
  batch: string[]
  streamCreated: string | null
}

/** Stores a new resync. Undefined while one runs. */
export async function insertResync(sql: Tx, now: Date, total: number): Promise<{ id: number } | undefined> {
  const [resync] = await sql<{ id: number }>`
    insert into resync (started_at, total) values (${now}, ${total}) on conflict do nothing returning id`
  return resync
}

/** The running resync. */
export async function findRunning(sql: Sql): Promise<{ id: number } | undefined> {
  const [resync] = await sql<{ id: number }>`select id from resync where finished_at is null`
  return resync
}

/** The running resync, locked; undefined also while another replica has it locked. */
export async function lockRunning(sql: Tx): Promise<Resync | undefined> {
  const [resync] = await sql<Resync>`select * from resync where finished_at is null for update skip locked`
  return resync
}

/** One resync, or undefined. */
export async function findResync(sql: Sql, id: number): Promise<Resync | undefined> {
  const [resync] = await sql<Resync>`select * from resync where id = ${id}`
  return resync
}

/** Stores the progress of a resync that this transaction has locked. */
export async function saveResync(sql: Tx, resync: Resync): Promise<void> {
  await sql`
    update resync set finished_at = ${resync.finishedAt}, subject = ${resync.subject}, cursor = ${resync.cursor},
      done = ${resync.done}, batch = ${resync.batch}::uuid[], stream_created = ${resync.streamCreated}
    where id = ${resync.id}`
}

/** How much of a batch is not published yet, and the size of its payloads. */
export async function readBatchProgress(
  sql: Tx,
  eventIds: string[],
): Promise<{ unpublished: number; bytes: number }> {
  const [progress] = await sql<{ unpublished: number; bytes: number }>`
    select count(*) filter (where published_at is null) as unpublished, coalesce(sum(payload_bytes), 0) as bytes
    from outbox where event_id = any(${eventIds}::uuid[])`
  return progress!
}

/** Deletes the published rows of a batch: a resync can be repeated, so the outbox need not retain them. */
export async function deleteBatch(sql: Tx, eventIds: string[]): Promise<void> {
  await sql`delete from outbox where event_id = any(${eventIds}::uuid[]) and published_at is not null`
}

/** Whether the outbox holds at least this many unpublished events. */
export async function isOutboxBehind(sql: Tx, events: number): Promise<boolean> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (select from outbox where published_at is null limit ${events}) as waiting`
  return row!.count >= events
}
