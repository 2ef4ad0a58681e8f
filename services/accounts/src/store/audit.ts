import { offsetOf, type Page } from '@jobboard/db/page'
import type { Sql, Tx } from '@jobboard/db/sql'

/** Who changed what. `before` and `after` are what the Admin API would show, never a key or a secret. */
export interface AuditRow {
  service: string
  actor: string
  action: string
  object: string
  before: unknown
  after: unknown
  requestId: string
  at: Date
  /** The event that tells of a change in another service: a row for each, however often and whichever way it comes. */
  eventId?: string
}

/** Keeps a row, in the transaction of the change it tells of. */
export async function insertAudit(sql: Tx, row: AuditRow): Promise<void> {
  await sql`
    insert into audit (service, actor, action, object, before, after, request_id, at, event_id)
    values (${row.service}, ${row.actor}, ${row.action}, ${row.object}, ${JSON.stringify(row.before ?? null)},
      ${JSON.stringify(row.after ?? null)}, ${row.requestId}, ${row.at}, ${row.eventId ?? null})
    on conflict (event_id) do nothing`
}

/** One page of the rows of all services, newest first, and how many there are, in one statement. */
export async function listAudit(
  sql: Sql,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<AuditRow & { id: number }>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  // Joined to the count, so that a page past the end still tells the total: as a row without an id.
  const rows = await sql<AuditRow & { id: number | null; total: number }>`
    select counted.total, page.* from (select count(*) as total from audit) counted
    left join lateral (
      select id, service, actor, action, object, before, after, request_id, at
      from audit order by at desc, id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.at desc, page.id desc`
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { total: rows[0]!.total, page, pageSize, items }
}
