import { notFound } from '@jobboard/contracts/error'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { tablesOf } from '../documents/tokeniser-store.ts'
import { INDEX_FORMAT, tokeniserVersionOf } from '../index/store.ts'
import type { Reindex, ReindexOf, ReindexReason } from './reindex.ts'

/** Stores a new reindex. Undefined while one of the same version and engine runs. */
export async function insertReindex(
  sql: Sql,
  { version, engine }: ReindexOf,
  { reason, now }: { reason: ReindexReason; now: Date },
): Promise<Reindex | undefined> {
  const { documents } = tablesOf(version)
  const [reindex] = await sql<Reindex>`
    insert into search_reindex (tokeniser_version, engine, reason, started_at, total)
    select ${tokeniserVersionOf(version, formatOf(engine))}, ${engine}, ${reason}, ${now}, (select count(*) from ${documents})
    on conflict do nothing returning *`
  return reindex
}

/** The running reindex. */
export async function findRunning(sql: Sql, of: ReindexOf, lock = fragment``): Promise<Reindex | undefined> {
  const [reindex] = await sql<Reindex>`
    select * from search_reindex where ${isOf(of)} and finished_at is null ${lock}`
  return reindex
}

/** The same, locked. Undefined while another replica has locked it. */
export function lockRunning(sql: Tx, of: ReindexOf): Promise<Reindex | undefined> {
  return findRunning(sql, of, fragment`for update skip locked`)
}

/** One reindex. Throws not_found. */
export async function getReindex(sql: Sql, id: number): Promise<Reindex> {
  const [reindex] = await sql<Reindex>`select * from search_reindex where id = ${id}`
  if (!reindex) throw notFound()
  return reindex
}

/** One page of the reindexes of every version and engine, newest first. */
export async function listReindexes(
  sql: Sql,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<Reindex>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const items = await sql<Reindex>`
    select * from search_reindex order by id desc limit ${limit} offset ${offset}`
  const [counted] = await sql<{ total: number }>`select count(*) as total from search_reindex`
  return { total: counted!.total, page, pageSize, items }
}

/** Whether a reindex has finished before: a missing index is then a lost one. */
export async function hasFinished(sql: Sql, of: ReindexOf): Promise<boolean> {
  const rows = await sql`
    select 1 from search_reindex where ${isOf(of)} and finished_at is not null limit 1`
  return rows.length > 0
}

/** Moves a reindex by `count` candidates, to `builtTo`. False when another process has moved it first. */
export async function saveProgress(
  sql: Sql,
  { id, builtTo: from }: Reindex,
  { builtTo, count }: { builtTo: number; count: number },
): Promise<boolean> {
  const rows = await sql`
    update search_reindex set built_to = ${builtTo}, done = done + ${count}
    where id = ${id} and built_to = ${from} and finished_at is null returning 1`
  return rows.length === 1
}

/** Starts a running reindex again from the first candidate. */
export async function restartReindex(sql: Sql, id: number): Promise<void> {
  await sql`update search_reindex set built_to = 0, done = 0 where id = ${id} and finished_at is null`
}

/** Ends a reindex. Throws when it has ended. */
export async function saveFinished(sql: Tx, id: number, now: Date): Promise<void> {
  const rows = await sql`
    update search_reindex set finished_at = ${now} where id = ${id} and finished_at is null returning 1`
  if (rows.length !== 1) throw new Error('the reindex has ended')
}

/** Deletes what ended before, and what an engine that is no longer in use has not finished by then. */
export async function deleteOldReindexes(sql: Sql, before: Date): Promise<void> {
  await sql`delete from search_reindex where coalesce(finished_at, started_at) < ${before}`
}

const isOf = ({ version, engine }: ReindexOf) =>
  fragment`(document_version = ${version}::int and index_format = ${formatOf(engine)}::int and engine = ${engine})`

/** The documents in Postgres have no other format. */
const formatOf = (engine: ReindexOf['engine']) => (engine === 'postgres' ? 1 : INDEX_FORMAT)
