import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Sql, Tx } from '@jobboard/db/sql'

/** `Db.listen` channel that is notified when a candidate was erased. */
export const ERASURE_CHANNEL = 'erasure'

/** Stores the tombstone of a candidate; of one that is stored already, the second pass runs again and confirms
 * again. The commit wakes the worker of the second pass. */
export async function saveTombstone(sql: Tx, erased: Erased): Promise<void> {
  await sql`
    insert into erased_candidate (candidate_id, erasure_id, data)
    values (${erased.candidateId}, ${erased.erasureId}, ${JSON.stringify(erased)})
    on conflict (candidate_id) do update
      set erasure_id = excluded.erasure_id, data = excluded.data, confirmed_at = null`
  sql.notify(ERASURE_CHANNEL)
}

/** Whether the candidate was erased. Whatever stores personal data of a candidate checks it in its transaction. A
 * transaction that began before the tombstone and does not see it ends before the second pass. */
export async function isErased(sql: Sql, candidateId: number): Promise<boolean> {
  const rows = await sql`select 1 from erased_candidate where candidate_id = ${candidateId}`
  return rows.length > 0
}

/** The erasures of those of the candidates who are erased, by candidate, read as `isErased` reads them. */
export async function listErased(sql: Sql, candidateIds: number[]): Promise<Map<number, Erased>> {
  const rows = await sql<{ candidateId: number; data: Erased }>`
    select candidate_id, data from erased_candidate where candidate_id = any(${candidateIds}::integer[])`
  return new Map(rows.map(({ candidateId, data }) => [candidateId, data]))
}

/** Up to `limit` erasures whose second pass is left, the oldest first. */
export async function listUnconfirmed(sql: Sql, limit: number): Promise<Erased[]> {
  const rows = await sql<{ data: Erased }>`
    select data from erased_candidate where confirmed_at is null order by erased_at limit ${limit}`
  return rows.map(({ data }) => data)
}

/** Locks an erasure whose second pass is left. False when another replica has confirmed it or is about to. */
export async function lockUnconfirmed(sql: Tx, candidateId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from erased_candidate where candidate_id = ${candidateId} and confirmed_at is null
    for update skip locked`
  return rows.length > 0
}

/** Stores that the second pass is done; commits with the confirmation. */
export async function saveConfirmed(sql: Tx, candidateId: number): Promise<void> {
  await sql`update erased_candidate set confirmed_at = now() where candidate_id = ${candidateId}`
}

/** The database's time, of which every tombstone read before is older. */
export async function readTime(sql: Sql): Promise<string> {
  const [row] = await sql<{ time: string }>`select clock_timestamp()::text as time`
  return row!.time
}

/** Whether a transaction of this service that began before `time` still runs. Ours end within seconds; one of 10
 * minutes is a backup, which writes nothing. */
export async function hasTransactionBefore(sql: Sql, time: string): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and pid <> pg_backend_pid()
      and xact_start < ${time}::timestamptz and xact_start > ${time}::timestamptz - interval '10 minutes'
    limit 1`
  return rows.length > 0
}
