import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import { startsWith } from '@jobboard/db/starts-with'
import type { Employer } from '../domain/employer.ts'

type Row = Omit<Employer, 'id'> & { id: number | null; total: number }

/** One page of employers, newest first, and how many there are, in one statement. With `q` those whose name starts with
 * it, without case. */
export async function listEmployerPage(
  sql: Sql,
  { q, page, pageSize }: { q?: string | undefined; page: number; pageSize: number },
): Promise<Page<Employer>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const columns = fragment`id, name, has_active_contract, is_trusted_partner, created_at, version`
  // Joined to the count, so that a page past the end still returns the total, in a row without an id.
  const rows =
    q === undefined
      ? await sql<Row>`
          select counted.total, page.* from (select count(*) as total from employer) counted
          left join lateral (
            select ${columns} from employer order by id desc limit ${limit} offset ${offset}
          ) page on true
          order by page.id desc`
      : await sql<Row>`
          with found as materialized (
            select id from employer where ${startsWith(fragment`lower(name) collate "C"`, q)}
          )
          select counted.total, page.* from (select count(*) as total from found) counted
          left join lateral (
            select ${columns} from employer
            where id = any(array(select id from found order by id desc limit ${limit} offset ${offset}))
          ) page on true
          order by page.id desc`
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { total: rows[0]!.total, page, pageSize, items }
}
