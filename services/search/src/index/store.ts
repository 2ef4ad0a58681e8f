import { fragment, type Sql, type Tx } from '@jobboard/db/sql'

/** Format of the documents of an outside index. Increment it when `toIndexDocument` changes: releases with different formats
 * then have an index each. */
export const INDEX_FORMAT = 3

/** Condition: rows of the indexes of a tokeniser version in the format of this release. */
export function isOfIndex(version: number) {
  return fragment`(document_version = ${version}::int and index_format = ${INDEX_FORMAT}::int)`
}

/** The lock of the one process that sends to these indexes. Releases up to format 3 share one of a tokeniser version; with it
 * a release of a later format would wait until the last process of the release before has stopped, and only then build its index. */
export function senderLock(version: number, format: number = INDEX_FORMAT): string {
  return format <= 3 ? `search-index:${version}` : `search-index:${version}:${format}`
}

/** What this release writes as `tokeniser_version` of an index, its changes and its reindexes, and what the release before
 * it reads: `document_version` and `index_format` are computed from it (migration 0062). */
export function tokeniserVersionOf(version: number, format: number = INDEX_FORMAT): number {
  return (format - 1) * 10_000 + version
}

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

/** Uid of the index that searches of a tokeniser version read; undefined: none is built. */
export async function findLiveIndex(sql: Sql, version: number): Promise<string | undefined> {
  const [row] = await sql<{ uid: string }>`
    select uid from search_index where ${isOfIndex(version)} and state = 'live'`
  return row?.uid
}

/** What a search of the live index needs of the database. */
export interface IndexState {
  /** Whether every candidate has a document. */
  isComplete: boolean
  /** Uid of the live index; null: none is built. */
  uid: string | null
  /** Changes when a send to that index begins. */
  sending: number | null
  /** Candidates whose state in it may be older than in this database, up to the limit. */
  pendingIds: number[]
}

/** The state of a tokeniser version, of one snapshot: an index that goes live later has what is pending in it. */
export async function readIndexState(sql: Sql, version: number, pendingLimit: number): Promise<IndexState> {
  const [state] = await sql<IndexState>`
    select coalesce((select is_complete from tokeniser where version = ${version}::int), false) as is_complete, uid, sending,
      array(select candidate_id from pending_change where ${isOfIndex(version)} limit ${pendingLimit}) as pending_ids
    from (values (true)) as one left join search_index on ${isOfIndex(version)} and state = 'live'`
  return state!
}

/** The live index of a version and the one that is being built. */
export function listIndexes(sql: Sql, version: number): Promise<SearchIndex[]> {
  return sql<SearchIndex>`
    select uid, state, sending, sent from search_index
    where ${isOfIndex(version)} and state <> 'retired' order by state`
}

/** Whether a change is pending or a reindex runs. */
export async function hasWork(sql: Sql, version: number): Promise<boolean> {
  const [row] = await sql<{ hasWork: boolean }>`
    select exists (select from pending_change where ${isOfIndex(version)})
      or exists (select from search_reindex where ${isOfIndex(version)} and finished_at is null) as has_work`
  return row!.hasWork
}

/** Registers a new index to be built. From the commit on each change of a candidate is recorded for it. */
export async function insertIndex(sql: Sql, version: number): Promise<void> {
  await sql`
    insert into search_index (uid, tokeniser_version, state)
    select 'cv_' || id || '_' || ${version}::int || '_' || ${INDEX_FORMAT}::int || '_' || substr(gen_random_uuid()::text, 1, 8),
      ${tokeniserVersionOf(version)}::int, 'building'
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
    where ${isOfIndex(version)} and state = 'live'`
  const swapped = await sql`
    update search_index set state = 'live', state_since = now()
    where ${isOfIndex(version)} and state = 'building' returning 1`
  if (swapped.length !== 1) throw new Error('no index is being built')
}

/** Ends the use of an index, unless something was sent to it since it was read. Returns whether it did. */
export async function retireIndex(sql: Sql, { uid, sending, sent }: SearchIndex): Promise<boolean> {
  const rows = await sql`
    update search_index set state = 'retired', state_since = now()
    where uid = ${uid} and state <> 'retired' and sending = ${sending} and sent = ${sent} returning 1`
  return rows.length === 1
}

/** Ends the use of the indexes of a tokeniser version, in this format and older ones, and forgets what was to be sent to
 * them. */
export async function retireIndexesOf(sql: Tx, version: number): Promise<void> {
  const isOfVersion = fragment`document_version = ${version}::int and index_format <= ${INDEX_FORMAT}::int`
  await sql`
    update search_index set state = 'retired', state_since = now() where ${isOfVersion} and state <> 'retired'`
  await sql`delete from pending_change where ${isOfVersion}`
}

/** Ends the use of indexes that hold one of the erased candidates and that have had no process of their tokeniser version, or
 * of their older format, for 5 minutes: nobody would remove the candidate from them. */
export async function retireAbandoned(sql: Tx, erasedIds: readonly number[]): Promise<void> {
  await sql`
    with abandoned as (
      select distinct document_version, index_format
      from pending_change join search_index using (document_version, index_format)
        join tokeniser on version = document_version
      where candidate_id = any(${erasedIds}::int[]) and (tokeniser.seen_at < now() - interval '5 minutes'
        or index_format < ${INDEX_FORMAT}::int and search_index.seen_at < now() - interval '5 minutes')
    ), retired as (
      update search_index set state = 'retired', state_since = now() from abandoned
      where search_index.document_version = abandoned.document_version
        and search_index.index_format = abandoned.index_format and state <> 'retired'
    )
    delete from pending_change using abandoned
    where pending_change.document_version = abandoned.document_version
      and pending_change.index_format = abandoned.index_format`
}

/** Whether an index on the search server may still hold one of the erased candidates. */
export async function mayHold(sql: Sql, erasedIds: readonly number[]): Promise<boolean> {
  const [row] = await sql<{ mayHold: boolean }>`
    select exists (select from search_index where state = 'retired') or exists (
      select from pending_change join search_index using (document_version, index_format)
      where candidate_id = any(${erasedIds}::int[])) as may_hold`
  return row!.mayHold
}

/** Stores that a process sends to the indexes of this version. */
export async function saveSeen(sql: Sql, version: number): Promise<void> {
  await sql`update search_index set seen_at = now() where ${isOfIndex(version)} and state <> 'retired'`
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
      where search_index.document_version = pending_change.document_version
        and search_index.index_format = pending_change.index_format and state <> 'retired')`
}
