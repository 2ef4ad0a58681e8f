import type { Sql, Tx } from '@jobboard/db/sql'

// A row of `byte_budget` of a day that never passes: it lasts as long as the sandbox.
const ownerOf = (sandboxId: number) => `sandbox:${sandboxId}`

/** Counts bytes that a sandbox writes in this service; false, and nothing is counted, when they would exceed the limit. The row
 * stays locked until the commit. */
export async function countWritten(
  sql: Tx,
  sandboxId: number,
  { bytes, limit }: { bytes: number; limit: number },
): Promise<boolean> {
  const rows = await sql`
    insert into byte_budget (owner, day, bytes) values (${ownerOf(sandboxId)}, 'infinity', ${bytes})
    on conflict (owner, day) do update set bytes = byte_budget.bytes + excluded.bytes
      where byte_budget.bytes + excluded.bytes <= ${limit}
    returning 1`
  return rows.length > 0
}

export async function getWritten(sql: Sql, sandboxId: number): Promise<number> {
  const [row] = await sql<{ bytes: number }>`
    select bytes from byte_budget where owner = ${ownerOf(sandboxId)} and day = 'infinity'`
  return Number(row?.bytes ?? 0)
}

/** Forgets what a retired sandbox has written. */
export async function deleteWritten(sql: Tx, sandboxId: number): Promise<void> {
  await sql`delete from byte_budget where owner = ${ownerOf(sandboxId)}`
}
