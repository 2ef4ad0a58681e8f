import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { readList, type Versioned } from './reading.ts'
import type { Search } from './search.ts'

/** The applications with one status in the order of the search, at most 100. */
export interface Column {
  status: ApplicationStatus
  total: number
  applications: Versioned[]
}

/** The applications to a job that a search finds, by status: the first ones of all and the numbers at once, then the columns
 * that these do not fill. Throws not_found, and what is wrong with the search. */
export async function readColumns(
  visit: Visit,
  jobId: string,
  { query, isNarrow }: Search,
): Promise<Column[]> {
  const page = { ...query, pageSize: MAX_PAGE_SIZE }
  const [all, counts] = await Promise.all([
    readList(visit, jobId, page, { isCounted: true }),
    isNarrow ? undefined : readApplicationCounts(visit, [jobId]),
  ])
  const isAll = all.total <= all.items.length
  const byStatus = counts?.get(Number(jobId))?.byStatus
  return Promise.all(
    applicationStatuses.map(async (status) => {
      const applications = all.items.filter((application) => application.status === status)
      const isOther = query.status !== undefined && query.status !== status
      const total = isAll || isOther ? applications.length : byStatus?.[status]
      // The numbers can be of a moment before or after.
      if (total !== undefined && applications.length >= Math.min(total, MAX_PAGE_SIZE)) {
        return { status, total: Math.max(total, applications.length), applications }
      }
      const column = await readList(visit, jobId, { ...page, status }, { isCounted: true, isHidden: true })
      return { status, total: column.total, applications: column.items }
    }),
  )
}
