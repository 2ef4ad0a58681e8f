import type { Sql, Tx } from '@jobboard/db/sql'

/** `Db.listen` channel that is notified when a sandbox was retired. */
export const RETIRED_CHANNEL = 'retired_sandbox'

/** Days for which the purge is repeated: longer than streams and outboxes keep an event. */
const REPEAT_DAYS = 15
const MIN_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 86_400

/** Stores that a sandbox exists no more; of one that is stored already, the purges begin again. The commit wakes the worker. */
export async function saveRetired(sql: Tx, sandboxId: number, retiredAt: Date): Promise<void> {
  await sql`
    insert into retired_sandbox (sandbox_id, retired_at) values (${sandboxId}, ${retiredAt})
    on conflict (sandbox_id) do update set stored_at = now(), purge_at = now()`
  sql.notify(RETIRED_CHANNEL)
}

/** Whether the sandbox was retired: nothing of it needs to be stored. */
export async function isRetired(sql: Sql, sandboxId: number): Promise<boolean> {
  const rows = await sql`select 1 from retired_sandbox where sandbox_id = ${sandboxId}`
  return rows.length > 0
}

/** Those of the employers that are retired sandboxes. */
export async function listRetired(sql: Sql, employerIds: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ sandboxId: number }>`
    select sandbox_id from retired_sandbox where sandbox_id = any(${employerIds}::integer[])`
  return new Set(rows.map(({ sandboxId }) => sandboxId))
}

/** Up to `limit` sandboxes whose purge is due, the longest waiting first. */
export async function listDue(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ sandboxId: number }>`
    select sandbox_id from retired_sandbox where purge_at <= now() order by purge_at limit ${limit}`
  return rows.map(({ sandboxId }) => sandboxId)
}

/** Locks a sandbox whose purge is due. False when another replica purges it, or has done so. */
export async function lockDue(sql: Tx, sandboxId: number): Promise<boolean> {
  const rows = await sql`
    select from retired_sandbox where sandbox_id = ${sandboxId} and purge_at <= now() for update skip locked`
  return rows.length > 0
}

/** Plans the next purge: after as long as the sandbox is retired, 5 s to a day; none after 15 days. */
export async function saveNextPurge(sql: Tx, sandboxId: number): Promise<void> {
  await sql`
    update retired_sandbox set purge_at = case
      when now() - stored_at < make_interval(days => ${REPEAT_DAYS}) then now() + make_interval(secs =>
        least(greatest(extract(epoch from now() - stored_at), ${MIN_PAUSE_SECONDS}), ${MAX_PAUSE_SECONDS}))
      end
    where sandbox_id = ${sandboxId}`
}

/** Deletes the failed events and dead letters that name the sandbox, whatever they are about. */
export async function deleteFailedEvents(sql: Tx, sandboxId: number): Promise<void> {
  // As JSON.stringify writes it; a text in a payload has \" for its quotes.
  const names = ['sandboxId', 'employerId'].flatMap((field) =>
    [',', '}'].map((end) => `%"${field}":${sandboxId}${end}%`),
  )
  await sql`delete from event_attempt where payload like any(${names}::text[])`
  await sql`delete from dead_letter where payload like any(${names}::text[])`
}
