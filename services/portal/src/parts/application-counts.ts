import { countApplications } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { pathId } from '@jobboard/contracts/text'
import type { Visit } from '../http/page.ts'

type Counts = ResponseBody<typeof countApplications>['items'][number]

/** The numbers of applications to these jobs, by job; undefined while pipeline cannot be reached, and the page says so.
 * A text that is no id has none. */
export async function readApplicationCounts(
  visit: Visit,
  jobIds: readonly (number | string)[],
): Promise<Map<number, Counts> | undefined> {
  const ids = jobIds.filter((id) => pathId().safeParse(String(id)).success)
  if (ids.length === 0) return new Map()
  const query = { jobIds: ids.join(',') }
  const page = await visit.part('pipeline', () => visit.ask(countApplications, { query }))
  return page && new Map(page.items.map((counts) => [counts.jobId, counts]))
}
