import type { Sql, Tx } from '@jobboard/db/sql'

/** End of the unlock window that is open at `now`, if there is one (D-45). */
export async function findUnlock(
  sql: Sql,
  employerId: number,
  candidateId: number,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await sql<{ unlockedUntil: Date }>`
    select unlocked_until from unlock
    where employer_id = ${employerId} and candidate_id = ${candidateId} and unlocked_until > ${now}`
  return row?.unlockedUntil
}

/** Opens a window unless one is open. False when a concurrent read has opened it, which then pays. */
export async function insertUnlock(
  sql: Tx,
  employerId: number,
  { candidateId, now, until }: { candidateId: number; now: Date; until: Date },
): Promise<boolean> {
  // The primary key is the lock: concurrent first reads wait here for the first one, then see its window, or open one
  // themselves if it rolled back.
  const rows = await sql`
    insert into unlock (employer_id, candidate_id, unlocked_at, unlocked_until)
    values (${employerId}, ${candidateId}, ${now}, ${until})
    on conflict (employer_id, candidate_id) do update
      set unlocked_at = excluded.unlocked_at, unlocked_until = excluded.unlocked_until
      where unlock.unlocked_until <= excluded.unlocked_at
    returning 1`
  return rows.length === 1
}
