import * as endpoints from '@jobboard/contracts/employers/employers'
import { unavailable } from '@jobboard/contracts/error'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/durable'
import { actorOf, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { findBalances } from '../credits/peers.ts'
import { toMetrics } from './metrics.ts'
import { startMetricResyncs } from './peers.ts'
import { countForEmployer } from './store.ts'

/** Employer metrics (Spec §4.5), and their rebuild from the events of `consumers` (Admin API). */
export const metricRoutes = (consumers: readonly Consumer[]): Route[] => [
  route(endpoints.getEmployerMetrics, async ({ service, sql, employerId, requestId, now }) => {
    const [counts, credits] = await Promise.all([
      countForEmployer(sql, employerId, now),
      findBalances(service.call, employerId, requestId),
    ])
    return { body: toMetrics(counts, credits, now) }
  }),
  // Resets the consumers to the start of their streams (14 days); for what is older their owners resync. Missing and
  // outdated rows are corrected, current rows stay. No consumer is reset while NATS or an owner is down.
  route(endpoints.rebuildMetrics, async (context) => {
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
  }),
]
