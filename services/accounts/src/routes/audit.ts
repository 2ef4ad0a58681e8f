import * as endpoints from '@jobboard/contracts/endpoints/audit'
import { recordAudit } from '@jobboard/contracts/internal/audit'
import { type Route, route } from '@jobboard/service/http/route'
import { insertAudit, listAudit } from '../store/audit.ts'

const list = route(endpoints.listAudit, async ({ sql, query }) => {
  const { items, ...page } = await listAudit(sql, query)
  return { body: { ...page, items: items.map((row) => ({ ...row, at: row.at.toISOString() })) } }
})

const record = route(recordAudit, ({ commit, caller, body, requestId, now }) =>
  commit(async (sql) => {
    const service = caller.kind === 'service' ? caller.service : caller.kind
    await insertAudit(sql, { ...body, service, requestId, at: now })
    return {}
  }),
)

/** Admin API: what operators changed, in every service; the gateway, which keeps nothing, hands its own over. */
export const auditRoutes: Route[] = [list, record]
