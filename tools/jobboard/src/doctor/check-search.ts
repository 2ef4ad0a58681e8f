import { highest } from '@jobboard/service/every-service/samples'
import { byService, isDown } from './check-services.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import type { Observed } from './targets.ts'

const PENDING_SECONDS = 60
const PAGE = 'search-index.md'

/** Whether CV search has an index, and it has every change. */
export function checkSearch(observed: readonly Observed[]): Finding[] {
  const samples = byService(observed).get('search')
  if (!samples) return []
  const findings: Finding[] = []
  const seconds = Math.round(highest(samples, 'search_index_oldest_pending_seconds') ?? 0)
  const refused = highest(samples, 'search_index_refused') ?? 0
  if (highest(samples, 'search_index_live') === 0)
    findings.push(fail('search index', 'it is being built: CV search responds 503', 'Wait for it.', PAGE))
  else if (observed.some(({ report }) => report.error === undefined && isDown(report, 'search-index')))
    findings.push(
      fail('search index', 'search does not reach it: CV search responds 503', 'Start Meilisearch.', PAGE),
    )
  if (refused > 0)
    findings.push(
      warn('search index', `the search server refused ${refused} documents`, 'Read the log of search.', PAGE),
    )
  if (seconds > PENDING_SECONDS)
    findings.push(
      warn(
        'search index',
        `it has lacked a change for ${seconds} s`,
        'Look at the search server and its disk.',
        PAGE,
      ),
    )
  return findings.length > 0 ? findings : [ok('search index', 'it has every change')]
}
