import type { AuditData } from '@jobboard/contracts/operators/events'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { SaveAudit } from '@jobboard/service/lifecycle/deps'

/** Who changed what. `before` and `after` are what the Admin API would show, never a key or a secret. */
export interface AuditRow extends Omit<AuditData, 'at'> {
  id: number
  service: string
  at: Date
}

/** Stores a row, once per event: the row of a credit change arrives with the ledger's response and by event. */
export const saveAudit: SaveAudit = async (sql, service, { id, data }) => {
  await sql`
    insert into audit (service, actor, action, object, before, after, request_id, at, event_id)
    values (${service}, ${data.actor}, ${data.action}, ${data.object}, ${JSON.stringify(data.before ?? null)},
      ${JSON.stringify(data.after ?? null)}, ${data.requestId}, ${data.at}, ${id})
    on conflict (event_id) do nothing`
}

/** What the rows of a list have in common; what is absent does not restrict it. */
export interface AuditFilter {
  actor?: string | undefined
  action?: string | undefined
  /** `job` of the object `job 5`. */
  entityType?: string | undefined
  /** `5` of the object `job 5`. */
  entityId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** One page of the rows of all services, newest first, and how many there are, in one statement. */
export async function listAudit(
  sql: Sql,
  { page, pageSize, ...wanted }: AuditFilter & { page: number; pageSize: number },
): Promise<Page<AuditRow>> {
  const {
    actor = null,
    action = null,
    entityType = null,
    entityId = null,
    since = null,
    until = null,
  } = wanted
  const { offset, limit } = offsetOf({ page, pageSize })
  const filter = fragment`(${actor}::text is null or actor = ${actor})
    and (${action}::text is null or action = ${action})
    and (${entityType}::text is null or split_part(object, ' ', 1) = ${entityType})
    and (${entityId}::text is null or split_part(object, ' ', 2) = ${entityId})
    and (${since}::timestamptz is null or at >= ${since})
    and (${until}::timestamptz is null or at < ${until})`
  const rows = await sql<PageRow<AuditRow>>`
    select counted.total, page.* from (select count(*) as total from audit where ${filter}) counted
    left join lateral (
      select id, service, actor, action, object, before, after, request_id, at
      from audit where ${filter} order by at desc, id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.at desc, page.id desc`
  return pageOf(rows, { page, pageSize })
}

/** Deletes up to `limit` rows of changes made before `before`, the oldest first. */
export function deleteOldAudit(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    with old as materialized (
      select id from audit where at < ${before} order by at, id limit ${limit} for update skip locked
    )
    delete from audit where id in (select id from old) returning 1`
}
