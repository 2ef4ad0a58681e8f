import { randomUUID } from 'node:crypto'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/operators/audit'
import { readAuditNames, recordAudit } from '@jobboard/contracts/operators/internal'
import { type Route, route } from '@jobboard/service/http/route'
import { getEmployer } from '../employers/store.ts'
import { type AuditRow, findNames, listAudit, OF_EMPLOYER, saveAudit } from './store.ts'

/** Admin API: what operators changed, in every service, and what was changed of one employer. The gateway, which has no
 * database, hands its rows over. */
export const auditRoutes: Route[] = [
  route(endpoints.listAudit, async ({ sql, query }) => {
    checkPlace(query)
    const world = query.employerId === undefined ? query.world : 'all'
    const { items, ...page } = await listAudit(sql, { ...query, world })
    return { body: { ...page, items: items.map(toRow) } }
  }),
  route(endpoints.listEmployerAudit, async ({ sql, params, query }) => {
    checkPlace(query)
    const { id: employerId } = await getEmployer(sql, params.employerId)
    const { actor } = query
    // A name of the staff matches nothing, or it could be guessed.
    const isKnown = actor === undefined || actor === endpoints.PLATFORM || isOfEmployer(actor)
    const { items, ...page } = await listAudit(sql, { ...query, employerId, actor: isKnown ? actor : '' })
    return { body: { ...page, items: items.map(toEmployerRow) } }
  }),
  route(readAuditNames, async ({ sql, body }) => ({ body: { names: await findNames(sql, body.objects) } })),
  route(recordAudit, ({ commit, caller, body, requestId, now }) =>
    commit(async (sql) => {
      if (caller.kind !== 'service') throw new Error(`a ${caller.kind} called the internal plane`)
      const data = { ...body, requestId, at: now.toISOString() }
      await saveAudit(sql, caller.service, { id: randomUUID(), data })
      return {}
    }),
  ),
]

type Rows<E extends typeof endpoints.listAudit | typeof endpoints.listEmployerAudit> =
  ResponseBody<E>['items'][number]

function toRow({ employerId, ...row }: AuditRow): Rows<typeof endpoints.listAudit> {
  return { ...row, ...(employerId !== null && { employerId }), at: row.at.toISOString() }
}

const isOfEmployer = (actor: string) => OF_EMPLOYER.test(actor)

/** Who of the platform did something, and in which request, is the platform's own affair. */
function toEmployerRow(row: AuditRow): Rows<typeof endpoints.listEmployerAudit> {
  const { id, action, object, before, after, requestId } = row
  const by = isOfEmployer(row.actor)
    ? { actor: row.actor, requestId }
    : { actor: endpoints.PLATFORM, requestId: null }
  return { id, at: row.at.toISOString(), ...by, action, object, before, after }
}

/** Throws invalid_request for a cursor beside a page. */
function checkPlace({ page, cursor }: Input<typeof endpoints.listEmployerAudit>['query']): void {
  if (cursor === undefined || page === 1) return
  throw new ApiError('invalid_request', 'cursor: comes in place of page; pass one of them.')
}
