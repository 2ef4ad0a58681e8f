import * as endpoints from '@jobboard/contracts/endpoints/employers'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { type Route, route } from '@jobboard/service/http/route'
import { rebuildMetrics } from '../actions/rebuild-metrics.ts'
import { toMetrics } from '../domain/metrics.ts'
import { findBalances } from '../peers/balances.ts'
import { countAll } from '../store/metrics.ts'

/** The numbers of an employer (Spec §4.5), and how operators have them counted anew from what `consumers` hear. */
export const metricRoutes = (consumers: readonly Consumer[]): Route[] => [
  route(endpoints.getEmployerMetrics, async ({ service, sql, employerId, requestId, now }) => {
    const [counted, credits] = await Promise.all([
      countAll(sql, employerId, now),
      findBalances(service.call, employerId, requestId),
    ])
    return { body: toMetrics(counted, credits, now) }
  }),
  route(endpoints.rebuildMetrics, rebuildMetrics(consumers)),
]
