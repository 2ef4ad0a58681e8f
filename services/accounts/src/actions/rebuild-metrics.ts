import type { rebuildMetrics as endpoint } from '@jobboard/contracts/endpoints/employers'
import { unavailable } from '@jobboard/contracts/error'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/reset-consumers'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { insertAudit } from '../store/audit.ts'
import { deleteCopies } from '../store/metric-copy.ts'

/** Admin API: the consumers hear everything again that the streams still hold, 14 days; what is known already stays as it
 * is, unless it is deleted first (`fromScratch`). Throws unavailable, with nothing changed, while NATS is away. */
export const rebuildMetrics =
  (consumers: readonly Consumer[]): Action<typeof endpoint> =>
  (context) =>
    context.commit(async (sql) => {
      const { bus, name } = context.service
      if (!bus.isUp()) throw unavailable('The event bus')
      const { fromScratch } = context.body
      if (fromScratch) await deleteCopies(sql)
      const change = { before: null, after: { fromScratch } }
      await insertAudit(sql, toAudit(context, 'rebuild-metrics', 'employer metrics', change))
      await resetConsumers(sql, bus, name, consumers)
      return {}
    })
