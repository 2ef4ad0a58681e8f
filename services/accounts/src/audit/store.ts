import { PLATFORM } from '@jobboard/contracts/operators/audit'
import type { AuditData } from '@jobboard/contracts/operators/events'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { SaveAudit } from '@jobboard/service/lifecycle/deps'
import { isIn, type World } from '../employers/store.ts'

/** Who changed what. `before` and `after` are what the Admin API would show, never a key or a secret. */
export interface AuditRow extends Omit<AuditData, 'at' | 'employerId'> {
  id: number
  employerId: number | null
  service: string
  at: Date
}

/** Stores a row, once per event: the row of a credit change arrives with the ledger's response and by event. */
export const saveAudit: SaveAudit = async (sql, service, { id, data }) => {
  await sql`
    insert into audit (service, actor, action, object, before, after, request_id, employer_id, at, event_id)
    values (${service}, ${data.actor}, ${data.action}, ${data.object}, ${JSON.stringify(data.before ?? null)},
      ${JSON.stringify(data.after ?? null)}, ${data.requestId}, ${data.employerId ?? null}, ${data.at}, ${id})
    on conflict (event_id) do nothing`
}

/** What the rows of a list have in common; what is absent does not restrict it. */
export interface AuditFilter {
  employerId?: number | undefined
  /** An employer's list has one actor for all who are neither a user nor a key. */
  actor?: string | undefined
  action?: string | undefined
  /** `job` of the object `job 5`. */
  entityType?: string | undefined
  /** `5` of the object `job 5`. */
  entityId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  world?: World | undefined
}

/** Users and keys; who else acts is the platform. */
export const OF_EMPLOYER = /^(user|key) [0-9]+$/

/** One page of the rows of all services, newest first, and how many there are, in one statement: the page of this number, or
 * what follows the row with the id `cursor`. */
export async function listAudit(
  sql: Sql,
  {
    page,
    pageSize,
    cursor,
    ...wanted
  }: AuditFilter & { page: number; pageSize: number; cursor?: string | undefined },
): Promise<Page<AuditRow> & { nextCursor: string | null }> {
  const {
    employerId = null,
    actor = null,
    action = null,
    entityType = null,
    entityId = null,
    since = null,
    until = null,
    world = 'all',
  } = wanted
  const after = cursor ?? null
  const { offset } = offsetOf({ page, pageSize })
  const filter = fragment`(${employerId}::integer is null or employer_id = ${employerId})
    and (${actor}::text is null or actor = ${actor} or (${actor} = ${PLATFORM} and actor !~ ${OF_EMPLOYER.source}))
    and (${action}::text is null or action = ${action})
    and (${entityType}::text is null or split_part(object, ' ', 1) = ${entityType})
    and (${entityId}::text is null or split_part(object, ' ', 2) = ${entityId})
    and (${since}::timestamptz is null or at >= ${since})
    and (${until}::timestamptz is null or at < ${until}) and ${inWorld(world)}`
  const rows = await sql<PageRow<AuditRow>>`
    select counted.total, page.* from (select count(*) as total from audit where ${filter}) counted
    left join lateral (
      select id, service, actor, action, object, before, after, request_id, employer_id, at
      from audit where ${filter} and (${after}::bigint is null
        or (at, id) < ((select at from audit where id = ${after}::bigint), ${after}::bigint))
      order by at desc, id desc limit ${pageSize + 1} offset ${after === null ? offset : 0}
    ) page on true
    order by page.at desc, page.id desc`
  const found = pageOf(rows, { page, pageSize })
  const items = found.items.slice(0, pageSize)
  return { ...found, items, nextCursor: found.items.length > pageSize ? String(items.at(-1)!.id) : null }
}

/** What names no employer is live. */
function inWorld(world: World) {
  const isOfWorld = isIn(world, fragment`employer_id`)
  return world === 'live' ? fragment`(employer_id is null or ${isOfWorld})` : isOfWorld
}

/** The names today of these objects, such as `user 5`; what has none is left out. */
export async function findNames(sql: Sql, objects: string[]): Promise<Record<string, string>> {
  const rows = await sql<{ object: string; name: string }>`
    with named as materialized (
      select object, split_part(object, ' ', 1) as type, split_part(object, ' ', 2)::integer as id
      from unnest(${objects}::text[]) object
      where object ~ '^(user|staff|employer|key|api-key) [1-9][0-9]{0,8}$'
    )
    select named.object, coalesce(u.name, s.name, e.name, k.name) as name from named
      left join employer_user u on named.type = 'user' and u.id = named.id
      left join staff s on named.type = 'staff' and s.id = named.id
      left join employer e on named.type = 'employer' and e.id = named.id
      left join recruiter_key k on named.type in ('key', 'api-key') and k.id = named.id`
  return Object.fromEntries(rows.flatMap(({ object, name }) => (name === null ? [] : [[object, name]])))
}

/** Deletes up to `limit` rows of changes made before `before`, the oldest first. */
export function deleteOldAudit(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    with old as materialized (
      select id from audit where at < ${before} order by at, id limit ${limit} for update skip locked
    )
    delete from audit where id in (select id from old) returning 1`
}
