import type { Sql, Tx } from '@jobboard/db/sql'

/** `Db.listen` channel that is notified when an operator starts a reindex. */
export const REINDEX_CHANNEL = 'search-reindex'

/** An index on the search server. */
export interface SearchIndex {
  uid: string
  state: 'building' | 'live'
  /** Number of the last send that was begun, and of the last that succeeded. */
  sending: number
  sent: number
}

/** Uid of the index that searches of a tokeniser version read; undefined: none is built. Read it after
 * `listPendingIds`: an index that goes live in between has the changes that were pending. */
export async function findLiveIndex(sql: Sql, version: number): Promise<string | undefined> {
  const [row] = await sql<{ uid: string }>`
    select uid from search_index where tokeniser_version = ${version} and state = 'live'`
  return row?.uid
}

/** A text that changes when a send to the live index begins, and when another index goes live. */
export async function findLiveSend(sql: Sql, version: number): Promise<string | undefined> {
  const [row] = await sql<{ send: string }>`
    select uid || ' ' || sending as send from search_index where tokeniser_version = ${version} and state = 'live'`
  return row?.send
}

/** Up to `limit` candidates whose state in the live index may be older than in this database. */
export async function listPendingIds(sql: Sql, version: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select candidate_id as id from pending_change where tokeniser_version = ${version} limit ${limit}`
  return rows.map(({ id }) => id)
}

/** The live index of a version and the one that is being built. */
export function listIndexes(sql: Sql, version: number): Promise<SearchIndex[]> {
  return sql<SearchIndex>`
    select uid, state, sending, sent from search_index
    where tokeniser_version = ${version} and state <> 'retired' order by state`
}

/** Whether a change is pending or a reindex runs. */
export async function hasWork(sql: Sql, version: number): Promise<boolean> {
  const [row] = await sql<{ hasWork: boolean }>`
    select exists (select from pending_change where tokeniser_version = ${version})
      or exists (select from search_reindex where tokeniser_version = ${version} and finished_at is null) as has_work`
  return row!.hasWork
}

/** Registers a new index to be built. From the commit on each change of a candidate is recorded for it. */
export async function insertIndex(sql: Sql, version: number): Promise<void> {
  await sql`
    insert into search_index (uid, tokeniser_version, state)
    select 'cv_' || id || '_' || ${version}::int || '_' || substr(gen_random_uuid()::text, 1, 8), ${version}::int, 'building'
    from search_index_owner on conflict do nothing`
}

/** Begins a send and returns its number; undefined when the index was retired meanwhile. */
export async function beginSend(sql: Sql, uid: string): Promise<number | undefined> {
  const [row] = await sql<{ sending: number }>`
    update search_index set sending = sending + 1 where uid = ${uid} and state <> 'retired' returning sending`
  return row?.sending
}

/** Stores that a send has succeeded. */
export async function saveSent(sql: Sql, uid: string, sent: number): Promise<void> {
  await sql`update search_index set sent = ${sent} where uid = ${uid} and sent < ${sent}`
}

/** Makes the index that was built live, in place of the one before. Throws when none is being built. */
export async function swapIndex(sql: Tx, version: number): Promise<void> {
  await sql`
    update search_index set state = 'retired', state_since = now()
    where tokeniser_version = ${version} and state = 'live'`
  const swapped = await sql`
    update search_index set state = 'live', state_since = now()
    where tokeniser_version = ${version} and state = 'building' returning 1`
  if (swapped.length !== 1) throw new Error('no index is being built')
}

/** Ends the use of an index, unless something was sent to it since it was read. Returns whether it did. */
export async function retireIndex(sql: Sql, { uid, sending, sent }: SearchIndex): Promise<boolean> {
  const rows = await sql`
    update search_index set state = 'retired', state_since = now()
    where uid = ${uid} and state <> 'retired' and sending = ${sending} and sent = ${sent} returning 1`
  return rows.length === 1
}

/** Ends the use of the indexes of a version, and forgets what was to be sent to them. */
export async function retireIndexesOf(sql: Tx, version: number): Promise<void> {
  await sql`
    update search_index set state = 'retired', state_since = now()
    where tokeniser_version = ${version} and state <> 'retired'`
  await sql`delete from pending_change where tokeniser_version = ${version}`
}

/** Ends the use of indexes that hold one of the erased candidates and whose tokeniser version has had no process for 5
 * minutes: nobody would remove the candidate from them. */
export async function retireAbandoned(sql: Tx, erasedIds: readonly number[]): Promise<void> {
  const rows = await sql<{ version: number }>`
    select distinct version from pending_change join tokeniser on version = tokeniser_version
    where candidate_id = any(${erasedIds}::int[]) and seen_at < now() - interval '5 minutes'`
  for (const { version } of rows) await retireIndexesOf(sql, version)
}

/** Whether an index on the search server may still hold one of the erased candidates. */
export async function mayHold(sql: Sql, erasedIds: readonly number[]): Promise<boolean> {
  const [row] = await sql<{ mayHold: boolean }>`
    select exists (select from search_index where state = 'retired') or exists (
      select from pending_change join search_index using (tokeniser_version)
      where candidate_id = any(${erasedIds}::int[])) as may_hold`
  return row!.mayHold
}

/** Stores that a process sends to the indexes of this version. */
export async function saveSeen(sql: Sql, version: number): Promise<void> {
  await sql`update search_index set seen_at = now() where tokeniser_version = ${version} and state <> 'retired'`
}

/** Uids of the indexes of every version that were retired more than `seconds` ago. */
export async function listRetired(sql: Sql, seconds: number): Promise<string[]> {
  const rows = await sql<{ uid: string }>`
    select uid from search_index where state = 'retired' and state_since < now() - make_interval(secs => ${seconds})`
  return rows.map(({ uid }) => uid)
}

/** Forgets an index that the search server no longer has. */
export async function deleteIndex(sql: Sql, uid: string): Promise<void> {
  await sql`delete from search_index where uid = ${uid} and state = 'retired'`
}

/** Those of the uids that belong to this database and that it does not use. */
export async function listOrphans(sql: Sql, uids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ uid: string }>`
    select listed.uid from unnest(${uids}::text[]) as listed (uid) cross join search_index_owner
    where starts_with(listed.uid, 'cv_' || id || '_')
      and not exists (select from search_index where search_index.uid = listed.uid)`
  return rows.map(({ uid }) => uid)
}

/** Forgets the indexes that no process has sent to for `days`, and changes for versions that have no index. The search
 * server deletes them as orphans when a process sends to it again. */
export async function deleteUnseen(sql: Tx, days: number): Promise<void> {
  await sql`delete from search_index where seen_at < now() - make_interval(days => ${days})`
  await sql`
    delete from pending_change where not exists (
      select from search_index
      where search_index.tokeniser_version = pending_change.tokeniser_version and state <> 'retired')`
}
