import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { Employer } from '../domain/employer.ts'

/** One page of employers, newest first, and how many there are, in one statement. With `q` those whose name starts with
 * it, without case (P-125). */
export async function listEmployerPage(
  sql: Sql,
  { q, page, pageSize }: { q?: string | undefined; page: number; pageSize: number },
): Promise<Page<Employer>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  // Reads every name: there are thousands of employers, not millions.
  const matching = q === undefined ? fragment`true` : fragment`starts_with(lower(name), lower(${q}))`
  const rows = await sql<Omit<Employer, 'id'> & { id: number | null; total: number }>`
    select counted.total, page.* from (select count(*) as total from employer where ${matching}) counted
    left join lateral (
      select id, name, has_active_contract, is_trusted_partner, created_at, version
      from employer where ${matching} order by id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.id desc`
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { total: rows[0]!.total, page, pageSize, items }
}
