import { createHash } from 'node:crypto'
import { MAX_PAST_SEARCHES } from '@jobboard/contracts/limits'
import type { ListPosition } from '@jobboard/contracts/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { NewPastSearch, PastSearch } from './past.ts'

const columns = fragment`id, query, country_ids, active_within_days, total, cost, user_id, key_id, searched_at`

/** Stores a search that was paid for, or that the same one was made again; returns whether it is new. The caller has debited the
 * employer, or sends the debit first, and so holds the lock of its balance. */
export async function savePastSearch(sql: Tx, employerId: number, search: NewPastSearch): Promise<boolean> {
  const { query, countryIds, activeWithinDays, total, userId, keyId, searchedAt } = search
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([query, countryIds, activeWithinDays]))
    .digest('base64url')
  const [saved] = await sql<{ isNew: boolean }>`
    insert into past_search as stored (employer_id, fingerprint, query, country_ids, active_within_days, total, cost,
      user_id, key_id, searched_at)
    values (${employerId}, ${fingerprint}, ${query}, ${countryIds}::int[], ${activeWithinDays}::int, ${total}, 1,
      ${userId}::int, ${keyId}::int, ${searchedAt})
    on conflict (employer_id, fingerprint) do update set total = excluded.total, cost = stored.cost + 1,
      user_id = excluded.user_id, key_id = excluded.key_id, searched_at = greatest(stored.searched_at, excluded.searched_at)
    returning xmax = 0 as is_new`
  return saved!.isNew
}

/** Of more than 1,000 different searches of an employer the oldest goes, after a new one. */
export async function deleteSurplusSearches(sql: Tx, employerId: number): Promise<void> {
  // Skip locked: a row that is being deleted is not waited for with the balance locked.
  await sql`
    delete from past_search where id in (
      select id from past_search where id in (
        select id from past_search where employer_id = ${employerId}
        order by searched_at desc, id desc offset ${MAX_PAST_SEARCHES})
      for update skip locked)`
}

/** The searches of an employer after a place, last made first, made at or after `since`. */
export function listPastSearches(
  sql: Sql,
  employerId: number,
  { since, after, limit }: { since: Date; after: ListPosition; limit: number },
): Promise<PastSearch[]> {
  return sql<PastSearch>`
    select ${columns} from past_search
    where employer_id = ${employerId} and searched_at >= ${since}
      and (searched_at, id) < (${after.at}::timestamptz, ${after.id}::int)
    order by searched_at desc, id desc limit ${limit}`
}

/** One search of the employer, made at or after `since`. */
export async function findPastSearch(
  sql: Sql,
  employerId: number,
  id: number,
  since: Date,
): Promise<PastSearch | undefined> {
  const [found] = await sql<PastSearch>`
    select ${columns} from past_search where id = ${id} and employer_id = ${employerId} and searched_at >= ${since}`
  return found
}

/** Deletes one search of the employer. False when there is none. */
export async function deletePastSearch(sql: Tx, employerId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from past_search where id = ${id} and employer_id = ${employerId} returning 1`
  return rows.length > 0
}

/** Deletes all searches of the employer. */
export async function deletePastSearches(sql: Tx, employerId: number): Promise<void> {
  await sql`delete from past_search where employer_id = ${employerId}`
}

/** Deletes searches that were last made before a moment, of any employer. */
export function deleteOldSearches(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from past_search where id in (
      select id from past_search where searched_at < ${before} order by searched_at limit ${limit} for update skip locked
    ) returning 1`
}
