import * as endpoints from '@jobboard/contracts/endpoints/audit'
import { type Route, route } from '@jobboard/service/route'
import { listAudit } from '../store/audit.ts'

const list = route(endpoints.listAudit, async ({ sql, query }) => {
  const { items, ...page } = await listAudit(sql, query)
  return { body: { ...page, items: items.map((row) => ({ ...row, at: row.at.toISOString() })) } }
})

/** Admin API: what operators changed, in every service. */
export const auditRoutes: Route[] = [list]
