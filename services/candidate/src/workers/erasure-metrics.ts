import type { Deps } from '@jobboard/service/lifecycle/deps'
import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import type { CandidateEnv } from '../env.ts'
import { listUnconfirmed } from '../store/erasure.ts'

/** Adds the metrics of erasures, labelled with the service that has not confirmed; one database query per scrape. */
export function addErasureMetrics({ db, clock }: Deps<CandidateEnv>, metrics: Metrics): void {
  const read = coalesce(() => listUnconfirmed(db.sql, clock.now()))
  metrics.add(
    { name: 'erasure_unconfirmed', type: 'gauge', help: 'Erasures that the service has not confirmed yet.' },
    async () => (await read()).map(({ service, count }) => ({ labels: { service }, value: count })),
  )
  metrics.add(
    {
      name: 'erasure_oldest_unconfirmed_seconds',
      type: 'gauge',
      help: 'Age of the oldest erasure that the service has not confirmed yet.',
    },
    async () => (await read()).map(({ service, ageSeconds }) => ({ labels: { service }, value: ageSeconds })),
  )
}
