import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import * as lists from '@jobboard/contracts/applications/endpoints'
import { getApplication } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import {
  type Detail,
  type Masked,
  maskOf,
  readWithAddresses,
  type Summary,
  withoutContact,
} from '../../parts/without-contact.ts'
import type { AskInput, AskOptions } from '../../peers/ask.ts'
import { versionOf } from './card.ts'

// Every application that a page shows is read here: an Interviewer gets it without contact details.

/** An application with a version that changes with its card on a board. */
export type Versioned<T extends Summary = Summary> = T & { version: string }

/** An application, and how texts about it are shown to this person. */
export interface Read {
  application: Versioned<Detail>
  masked: Masked
}

/** One application, its long texts as `cut` leaves them. Throws not_found. */
export async function readApplication(
  visit: Visit,
  id: string | number,
  options?: AskOptions,
  cut: (application: Detail) => Detail = (it) => it,
): Promise<Read> {
  const found = cut(await visit.ask(getApplication, { params: { id } }, options))
  const masked: Masked = seesContact(visit) ? async (text) => text : maskOf(found)
  return { application: await shown(visit, found), masked }
}

/** The application as this person sees it. */
async function shown<T extends Summary>(visit: Visit, application: T): Promise<Versioned<T>> {
  const versioned = { ...application, version: versionOf(application) }
  return seesContact(visit) ? versioned : withoutContact(versioned)
}

type ListPage = Omit<ResponseBody<typeof lists.listAllApplications>, 'items'> & { items: Versioned[] }

/** One page of applications to one job, or to all. Throws not_found for a job that is not the employer's. */
export async function readList(
  visit: Visit,
  jobId: string | number | undefined,
  query: AskInput<typeof lists.listAllApplications>['query'] = {},
  options?: AskOptions,
): Promise<ListPage> {
  const read = (include?: string) => {
    const given = { ...query, ...(include !== undefined && { include }) }
    return jobId === undefined
      ? visit.ask(lists.listAllApplications, { query: given }, options)
      : visit.ask(lists.listApplications, { params: { jobId }, query: given }, options)
  }
  const page = seesContact(visit) ? await read() : await readWithAddresses(read)
  return { ...page, items: await Promise.all(page.items.map((application) => shown(visit, application))) }
}

/** The applications with one status, the last changed first, at most 100. */
export interface Column {
  status: ApplicationStatus
  total: number
  applications: Versioned[]
}

/** The applications to a job by status: the last changed ones of all and the numbers at once, then the columns that these
 * do not fill. */
export async function readColumns(visit: Visit, jobId: string): Promise<Column[]> {
  const query = { sort: '-updatedAt', pageSize: MAX_PAGE_SIZE }
  const [all, counts] = await Promise.all([
    readList(visit, jobId, query),
    readApplicationCounts(visit, [jobId]),
  ])
  const isAll = all.total <= all.items.length
  const byStatus = counts?.get(Number(jobId))?.byStatus
  return Promise.all(
    applicationStatuses.map(async (status) => {
      const applications = all.items.filter((application) => application.status === status)
      const total = isAll ? applications.length : byStatus?.[status]
      // The numbers can be of a moment before or after.
      if (total !== undefined && applications.length >= Math.min(total, MAX_PAGE_SIZE)) {
        return { status, total: Math.max(total, applications.length), applications }
      }
      const column = await readList(visit, jobId, { ...query, status }, { isHidden: true })
      return { status, total: column.total, applications: column.items }
    }),
  )
}

/** The ids of the column that an application stands in, the last changed first, at most 100. */
export async function readColumnOf(
  visit: Visit,
  { jobId, status }: Pick<Summary, 'jobId' | 'status'>,
): Promise<{ ids: number[]; total: number }> {
  const query = { status, sort: '-updatedAt', pageSize: MAX_PAGE_SIZE } as const
  const { items, total } = await visit.ask(
    lists.listApplications,
    { params: { jobId }, query },
    { isHidden: true },
  )
  return { ids: items.map(({ id }) => id), total }
}

/** Whether the person sees more of a candidate than the name. */
export function seesContact({ person }: Pick<Visit, 'person'>): boolean {
  return person.role !== 'Interviewer'
}
