import { randomUUID } from 'node:crypto'
import * as endpoints from '@jobboard/contracts/operators/audit'
import { recordAudit } from '@jobboard/contracts/operators/internal'
import { type Route, route } from '@jobboard/service/http/route'
import { listAudit, saveAudit } from './store.ts'

/** Admin API: what operators changed, in every service. The gateway, which has no database, hands its rows over. */
export const auditRoutes: Route[] = [
  route(endpoints.listAudit, async ({ sql, query }) => {
    const { items, ...page } = await listAudit(sql, query)
    return { body: { ...page, items: items.map((row) => ({ ...row, at: row.at.toISOString() })) } }
  }),
  route(recordAudit, ({ commit, caller, body, requestId, now }) =>
    commit(async (sql) => {
      if (caller.kind !== 'service') throw new Error(`a ${caller.kind} called the internal plane`)
      const data = { ...body, requestId, at: now.toISOString() }
      await saveAudit(sql, caller.service, { id: randomUUID(), data })
      return {}
    }),
  ),
]
