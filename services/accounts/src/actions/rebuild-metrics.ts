import type { rebuildMetrics as endpoint } from '@jobboard/contracts/endpoints/employers'
import { unavailable } from '@jobboard/contracts/error'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/reset-consumers'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
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
      await recordAudit(sql, context, {
        action: 'rebuild-metrics',
        entity: { type: 'employer metrics' },
        before: null,
        after: { fromScratch },
      })
      await resetConsumers(sql, bus, name, consumers)
      return {}
    })
