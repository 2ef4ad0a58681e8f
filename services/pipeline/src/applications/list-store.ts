import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { MAX_INCLUDED_SCORECARDS } from '@jobboard/contracts/limits'
import { fragment, type Sql } from '@jobboard/db/sql'
import { listAssessmentsOf } from '../assessment/store.ts'
import { listScorecardsOf } from '../scorecards/store.ts'
import { listTagsOf } from '../tags/store.ts'
import type { Include, IncludedObjects, ListedApplication } from './application.ts'
import type { ApplicationSort, ListPosition } from './list.ts'
import { listAddressesOf, summaryColumns } from './store.ts'

/** Filter, order and place in a list of applications. */
interface ApplicationQuery {
  /** Undefined for all jobs of the employer. */
  jobId?: number | undefined
  status?: ApplicationStatus | undefined
  updatedSince?: Date | undefined
  sort: ApplicationSort
  /** The application that comes before the first one returned. */
  after?: ListPosition | undefined
  offset: number
  limit: number
}

// Row comparisons with `id` as the tie-break: an index is read in either direction.
const orders = {
  '-appliedAt': fragment`applied_at desc, id desc`,
  appliedAt: fragment`applied_at, id`,
  '-updatedAt': fragment`updated_at desc, id desc`,
  updatedAt: fragment`updated_at, id`,
}

/** A part of the employer's applications to one job or to all jobs in order, how many match the filter (or did
 * on the first page), and the stored owner of the one job, in one round trip. */
export async function listApplications(
  sql: Sql,
  employerId: number,
  query: ApplicationQuery,
): Promise<{ total: number; jobOwner: number | undefined; items: ListedApplication[] }> {
  const { jobId, status, updatedSince, sort, after, offset, limit } = query
  const matching = fragment`
    employer_id = ${employerId}
    ${jobId ? fragment`and job_id = ${jobId}` : fragment``}
    ${status ? fragment`and status = ${status}` : fragment``}
    ${updatedSince ? fragment`and updated_at >= ${updatedSince}` : fragment``}`
  // An index finds the ids of the page; only the rows of the page are read from the table. The left join keeps
  // the total on a page past the end, as one row without an application.
  const rows = await sql<ListedApplication & { total: number; jobOwner: number | null; position: number }>`
    select counted.total, counted.job_owner, page.position, ${summaryColumns}
    from (
      select ${after?.total ?? fragment`(select count(*) from application where ${matching})`}::bigint as total,
        (select employer_id from job_owner where job_owner.job_id = ${jobId ?? null}::integer) as job_owner
    ) as counted
    left join (
      select id, row_number() over () as position from (
        select id from application where ${matching} ${after ? following(sort, after) : fragment``}
        order by ${orders[sort]} offset ${offset} limit ${limit}
      ) as ordered
    ) as page on true
    left join application on application.id = page.id
    order by page.position`
  const items = rows
    .filter((row) => row.id !== null)
    .map(({ total: _, jobOwner: __, position: ___, ...item }) => item)
  return { total: rows[0]!.total, jobOwner: rows[0]!.jobOwner ?? undefined, items }
}

function following(sort: ApplicationSort, { at, id }: ListPosition) {
  if (sort === '-appliedAt') return fragment`and (applied_at, id) < (${at}, ${id})`
  if (sort === 'appliedAt') return fragment`and (applied_at, id) > (${at}, ${id})`
  if (sort === '-updatedAt') return fragment`and (updated_at, id) < (${at}, ${id})`
  return fragment`and (updated_at, id) > (${at}, ${id})`
}

/** The applications of an employer that changed after a place in the order of the changes; each is listed once,
 * at its last change. */
export function listChanges(
  sql: Sql,
  employerId: number,
  after: { changeNumber: number; id: number },
  limit: number,
): Promise<(ListedApplication & { changeNumber: number })[]> {
  return sql`
    select ${summaryColumns}, change_number from application
    where employer_id = ${employerId} and (change_number, id) > (${after.changeNumber}, ${after.id})
    order by change_number, id limit ${limit}`
}

/** The numbers of the employer's applications to these jobs by status; none has no row. */
export function countApplications(
  sql: Sql,
  employerId: number,
  jobIds: readonly number[],
): Promise<{ jobId: number; status: ApplicationStatus; count: number }[]> {
  return sql`
    select job_id, status, count(*)::integer as count from application
    where employer_id = ${employerId} and job_id = any(${jobIds}::integer[])
    group by job_id, status`
}

/** What belongs to these applications of the employer, by their ids: one statement for each kind, in one round trip of a
 * transaction. */
export async function listIncluded(
  sql: Sql,
  employerId: number,
  applications: { id: number; candidateId: number }[],
  include: Include | undefined,
): Promise<Map<number, IncludedObjects>> {
  if (!include || applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const candidateIds = [...new Set(applications.map(({ candidateId }) => candidateId))]
  const [tags, scorecards, assessments, addresses] = await Promise.all([
    include.includes('tags') ? listTagsOf(sql, employerId, candidateIds) : undefined,
    include.includes('scorecards')
      ? listScorecardsOf(sql, employerId, ids, MAX_INCLUDED_SCORECARDS)
      : undefined,
    include.includes('assessment') ? listAssessmentsOf(sql, employerId, ids) : undefined,
    include.includes('address') ? listAddressesOf(sql, employerId, ids) : undefined,
  ])
  return new Map(
    applications.map(({ id, candidateId }) => [
      id,
      {
        ...(tags && { tags: tags.get(candidateId) ?? [] }),
        ...(scorecards && { scorecards: scorecards.get(id) ?? null }),
        ...(assessments && { assessment: assessments.get(id) ?? null }),
        ...(addresses && { address: addresses.get(id)! }),
      },
    ]),
  )
}
