import type { rebuildMetrics as endpoint } from '@jobboard/contracts/endpoints/employers'
import { unavailable } from '@jobboard/contracts/error'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/reset-consumers'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'

/** Admin API: resets the consumers of the metrics to the start of their streams (14 days). Missing and
 * outdated rows are corrected; current rows and older history stay. Throws unavailable, with nothing
 * changed, while NATS is down. */
export const rebuildMetrics =
  (consumers: readonly Consumer[]): Action<typeof endpoint> =>
  (context) =>
    context.commit(async (sql) => {
      const { bus, name } = context.service
      if (!bus.isUp()) throw unavailable('The event bus')
      await recordAudit(sql, context, {
        action: 'rebuild-metrics',
        entity: { type: 'employer metrics' },
        before: null,
        after: null,
      })
      await resetConsumers(sql, bus, name, consumers)
      return {}
    })
