import type { ListPosition } from '@jobboard/contracts/page'
import { unlockState } from '@jobboard/contracts/search/events'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import type { Sql, Tx } from '@jobboard/db/sql'
import { countRows, stateSource } from '@jobboard/service/resync/source'
import type { Actor } from '../actors/actor.ts'
import { isVisible } from '../candidates/store.ts'
import { searchedTables } from '../documents/tokeniser-store.ts'
import { toPublished, type Unlock, type UnlockedCandidate } from './unlock.ts'

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
  { candidateId, unlockedAt, unlockedUntil }: Omit<Unlock, 'employerId'>,
  { userId, keyId }: Actor,
): Promise<boolean> {
  // The primary key is the lock: concurrent first reads wait here for the first one, then see its window, or open one
  // themselves if it rolled back.
  const rows = await sql`
    insert into unlock (employer_id, candidate_id, unlocked_at, unlocked_until, user_id, key_id)
    values (${employerId}, ${candidateId}, ${unlockedAt}, ${unlockedUntil}, ${userId}::int, ${keyId}::int)
    on conflict (employer_id, candidate_id) do update
      set unlocked_at = excluded.unlocked_at, unlocked_until = excluded.unlocked_until,
        user_id = excluded.user_id, key_id = excluded.key_id
      where unlock.unlocked_until <= excluded.unlocked_at
    returning 1`
  return rows.length === 1
}

/** Ends the open window of an employer at `now`. False without one. */
export async function endUnlock(
  sql: Tx,
  employerId: number,
  candidateId: number,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    update unlock set unlocked_until = ${now}
    where employer_id = ${employerId} and candidate_id = ${candidateId} and unlocked_until > ${now} returning 1`
  return rows.length > 0
}

/** The newest window of each employer that unlocked the candidate, by the employer's id, newest first. */
export async function listUnlocksOf(
  sql: Sql,
  candidateId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<{ id: number; unlockedAt: Date }>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const rows = await sql<PageRow<{ id: number; unlockedAt: Date }>>`
    select counted.total, item.*
    from (select count(*) as total from unlock where candidate_id = ${candidateId}) as counted
    left join (
      select employer_id as id, unlocked_at from unlock where candidate_id = ${candidateId}
      order by unlocked_at desc, employer_id desc offset ${offset} limit ${limit}
    ) as item on true
    order by item.unlocked_at desc, item.id desc`
  return pageOf(rows, { page, pageSize })
}

/** The visible candidates whom an employer unlocked, after a place, last paid first. Names are those of the profile while the window
 * is open, then of the masked one in the documents of this tokeniser version. */
export function listUnlocked(
  sql: Sql,
  employerId: number,
  {
    after,
    limit,
    tokeniserVersion,
    sandboxId,
  }: { after: ListPosition; limit: number; tokeniserVersion: number; sandboxId: number | undefined },
  now: Date,
): Promise<UnlockedCandidate[]> {
  const { candidates, documents } = searchedTables(tokeniserVersion, sandboxId)
  return sql<UnlockedCandidate>`
    select unlock.candidate_id, unlocked_at, unlocked_until, user_id, key_id, unlocked_until > ${now} as is_open,
      profile ->> 'firstName' as first_name, profile ->> 'lastName' as last_name, profile ->> 'headline' as headline,
      shown ->> 'headline' as shown_headline
    from unlock join ${candidates} on id = unlock.candidate_id
      left join ${documents} document on document.candidate_id = id
    where employer_id = ${employerId} and (unlocked_at, unlock.candidate_id) < (${after.at}::timestamptz, ${after.id}::int)
      and ${isVisible(now)}
    order by unlocked_at desc, unlock.candidate_id desc limit ${limit}`
}

/** The newest paid window of each pair of employer and candidate. */
export const unlockStates = stateSource({
  type: unlockState,
  count: countRows('unlock'),
  async read(sql, { after, limit, now }) {
    const [afterEmployer = 0, afterCandidate = 0] = (after ?? '').split(':').map(Number)
    const unlocks = await sql<Unlock>`
      select employer_id, candidate_id, unlocked_at, unlocked_until from unlock
      where (employer_id, candidate_id) > (${afterEmployer}, ${afterCandidate})
      order by employer_id, candidate_id limit ${limit}`
    return unlocks.map((unlock) => ({
      ...toPublished(unlock, now),
      cursor: `${unlock.employerId}:${unlock.candidateId}`,
    }))
  },
})
