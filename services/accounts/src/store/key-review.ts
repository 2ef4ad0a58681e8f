import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { PendingKey } from '../domain/key.ts'
import { recruiterKeys } from './key.ts'

/** One page of the keys that wait for a review at `now`, the oldest first, and how many there are, in one statement. */
export async function listPendingKeys(
  sql: Sql,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<Page<PendingKey>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const isPending = fragment`status = 'PendingApproval' and (expires_at is null or expires_at > ${now})`
  // Joined to the count, so that a page past the end still returns the total, in a row without an id.
  const rows = await sql<Omit<PendingKey, 'id'> & { id: number | null; total: number }>`
    select counted.total, page.*, e.name as employer_name
    from (select count(*) as total from recruiter_key where ${isPending}) counted
    left join lateral (
      ${recruiterKeys} where ${isPending} order by created_at, id limit ${limit} offset ${offset}
    ) page on true
    left join employer e on e.id = page.employer_id
    order by page.created_at, page.id`
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { total: rows[0]!.total, page, pageSize, items }
}
