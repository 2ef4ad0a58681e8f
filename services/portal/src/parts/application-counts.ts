import { countApplications } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, unavailable } from '@jobboard/contracts/error'
import { pathId } from '@jobboard/contracts/text'
import type { Visit } from '../http/visit.ts'

type Counts = ResponseBody<typeof countApplications>['items'][number]

/** The numbers of applications to these jobs, by job; undefined while pipeline cannot be reached, and the page says so.
 * A text that is no id has none. */
export async function readApplicationCounts(
  visit: Visit,
  jobIds: readonly (number | string)[],
): Promise<Map<number, Counts> | undefined> {
  const ids = jobIds.filter((id) => pathId().safeParse(String(id)).success)
  if (ids.length === 0) return new Map()
  const page = await visit.part('pipeline', () => {
    return visit.ask(countApplications, { query: { jobIds: ids.join(',') } }).catch(asUnavailable)
  })
  return page && new Map(page.items.map((counts) => [counts.jobId, counts]))
}

/** A replica of the release before takes the path for that of an application. */
function asUnavailable(error: unknown): never {
  const isOlder = error instanceof ApiError && error.code === 'not_found'
  throw isOlder ? unavailable('This replica of the pipeline service') : error
}
