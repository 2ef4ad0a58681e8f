import * as endpoints from '@jobboard/contracts/employers/employers'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { type Route, route } from '@jobboard/service/http/route'
import { rebuildMetrics } from '../actions/rebuild-metrics.ts'
import { findBalances } from '../peers/credits.ts'
import { countForEmployer } from '../store/metrics.ts'
import { toMetrics } from '../wire/metrics.ts'

/** Employer metrics (Spec §4.5), and their rebuild from the events of `consumers` (Admin API). */
export const metricRoutes = (consumers: readonly Consumer[]): Route[] => [
  route(endpoints.getEmployerMetrics, async ({ service, sql, employerId, requestId, now }) => {
    const [counts, credits] = await Promise.all([
      countForEmployer(sql, employerId, now),
      findBalances(service.call, employerId, requestId),
    ])
    return { body: toMetrics(counts, credits, now) }
  }),
  route(endpoints.rebuildMetrics, rebuildMetrics(consumers)),
]
