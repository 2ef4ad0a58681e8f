import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import { countPending } from '../store/pending-change.ts'
import { findLiveIndex } from '../store/search-index.ts'
import type { IndexingDeps } from './send.ts'

const GAUGES = {
  pending: ['search_index_pending', 'Changes of candidates that the search index does not have yet.'],
  oldestSeconds: [
    'search_index_oldest_pending_seconds',
    'Age of the oldest change that the search index does not have yet.',
  ],
  refused: ['search_index_refused', 'Documents that the search server refused.'],
  live: ['search_index_live', '1 when searches have an index, 0 while it is built. With Postgres always 1.'],
} as const

/** Without an outside engine the documents are the index. */
const IN_POSTGRES = { pending: 0, oldestSeconds: 0, refused: 0, live: 1 }

/** Adds the metrics of the search index; two database queries per scrape. Returns a function that counts an iteration. */
export function addIndexMetrics(
  metrics: Metrics,
  { db, version, isOutside }: Pick<IndexingDeps, 'db' | 'version'> & { isOutside: boolean },
): (result: 'succeeded' | 'failed') => void {
  const iterations = { succeeded: 0, failed: 0 }
  const read = coalesce(async () => {
    if (!isOutside) return IN_POSTGRES
    const { count, ageSeconds, refused } = await countPending(db.sql, version)
    const uid = await findLiveIndex(db.sql, version)
    return { pending: count, oldestSeconds: ageSeconds, refused, live: uid === undefined ? 0 : 1 }
  })
  for (const [field, [name, help]] of Object.entries(GAUGES)) {
    metrics.add({ name, type: 'gauge', help }, async () => [
      { labels: { tokeniser_version: version }, value: (await read())[field as keyof typeof GAUGES] },
    ])
  }
  metrics.add(
    {
      name: 'search_index_iterations_total',
      type: 'counter',
      help: 'Iterations of the loop of this replica that keeps the search index up to date, by result.',
    },
    () => Object.entries(iterations).map(([result, value]) => ({ labels: { result }, value })),
  )
  return (result) => void iterations[result]++
}
