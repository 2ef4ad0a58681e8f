import type { Sql, Tx } from '@jobboard/db/sql'

/** Until when the employer reads this profile for free, if it does at `now` (D-45). */
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

/** Starts a window unless one is open. False when another read has opened it: that one pays. */
export async function insertUnlock(
  sql: Tx,
  employerId: number,
  { candidateId, now, until }: { candidateId: number; now: Date; until: Date },
): Promise<boolean> {
  // The primary key is the lock: parallel first reads wait here for the one that came first, and see its window when it
  // has paid, or try themselves when it could not.
  const rows = await sql`
    insert into unlock (employer_id, candidate_id, unlocked_at, unlocked_until)
    values (${employerId}, ${candidateId}, ${now}, ${until})
    on conflict (employer_id, candidate_id) do update
      set unlocked_at = excluded.unlocked_at, unlocked_until = excluded.unlocked_until
      where unlock.unlocked_until <= excluded.unlocked_at
    returning 1`
  return rows.length === 1
}
