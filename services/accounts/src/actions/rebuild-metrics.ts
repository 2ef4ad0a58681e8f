import type { rebuildMetrics as endpoint } from '@jobboard/contracts/employers/employers'
import { unavailable } from '@jobboard/contracts/error'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/reset-consumers'
import { actorOf, recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { startMetricResyncs } from '../peers/resync.ts'

/** Admin API: resets the consumers of the metrics to the start of their streams (14 days) and starts resyncs of
 * their owners for what is older. Missing and outdated rows are corrected; current rows stay. Throws unavailable
 * while NATS or an owner is down; no consumer is reset then. */
export const rebuildMetrics =
  (consumers: readonly Consumer[]): Action<typeof endpoint> =>
  async (context) => {
    const { bus, name, call } = context.service
    if (!bus.isUp()) throw unavailable('The event bus')
    await startMetricResyncs(call, actorOf(context.caller), context.requestId)
    return context.commit(async (sql) => {
      await recordAudit(sql, context, {
        action: 'rebuild-metrics',
        entity: { type: 'employer metrics' },
        before: null,
        after: null,
      })
      await resetConsumers(sql, bus, name, consumers)
      return {}
    })
  }
