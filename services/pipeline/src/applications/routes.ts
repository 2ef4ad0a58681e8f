import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import * as endpoints from '@jobboard/contracts/applications/endpoints'
import { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import type { Input } from '@jobboard/contracts/endpoint'
import { invalid } from '@jobboard/contracts/page'
import { offsetOf } from '@jobboard/db/page'
import type { Sql } from '@jobboard/db/sql'
import { seesNoContact } from '@jobboard/service/auth/caller'
import { userOf } from '@jobboard/service/http/author'
import { withEtag } from '@jobboard/service/http/etag'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { toAssessment } from '../assessment/assessment.ts'
import { getAssessment } from '../assessment/store.ts'
import type { Include } from './application.ts'
import { changeCursorAfter, readChangeCursor, readListCursor, sortOf, toListCursor } from './list.ts'
import { countApplications, listApplications, listChanges, listIncluded } from './list-store.ts'
import { assertOwnJob } from './peers.ts'
import { getApplication, listRecords } from './store.ts'
import { toDetail, toRecord, toSummary } from './wire.ts'
import { wantedWords } from './words.ts'

type Counts = Record<ApplicationStatus, number>
type Reader = Pick<Context, 'sql' | 'read' | 'employerId' | 'caller'>

/** Runs `work`; with `include` on one snapshot, so that what is included belongs to the rows. */
function reading<T>({ sql, read }: Reader, include: Include | undefined, work: (sql: Sql) => Promise<T>) {
  return include ? read(work) : work(sql)
}

/** One page of the employer's applications to one job or to all, and the stored owner of the one job: by page, or by cursor
 * so that a client misses and repeats nothing while applications move. */
function readPage(reader: Reader, query: Input<typeof endpoints.listAllApplications>['query']) {
  const { q, page, pageSize, cursor, include } = query
  const { employerId, caller } = reader
  const sort = sortOf(query)
  const after = cursor === undefined ? undefined : readListCursor(cursor, sort, page)
  // One row more than the page: whether another page follows.
  const { offset, limit } = offsetOf({ page, pageSize })
  // A label can be anything, also an address.
  if (query.tag && seesNoContact(caller)) {
    const reason = 'must be absent: a label can name what reaches a candidate, which your role does not see'
    throw invalid('tag', reason)
  }
  const words = q === undefined ? undefined : wantedWords(employerId, q)
  const filter = { ...query, words, isNameOnly: seesNoContact(caller), sort, after, offset, limit: limit + 1 }
  return reading(reader, include, async (sql) => {
    const { total, jobOwner, items: found } = await listApplications(sql, employerId, filter)
    const items = found.slice(0, pageSize).map(({ application }) => application)
    const included = await listIncluded(sql, { employerId, reader: userOf(caller) }, items, include)
    // The total of all jobs, and of a search, is counted once: it can take longer than all the rest.
    const kept = query.jobId === undefined || words ? total : undefined
    const last = found.length > pageSize ? found[pageSize - 1] : undefined
    const body = {
      total,
      page,
      pageSize,
      items: items.map((item) => toSummary(item, included.get(item.id))),
      nextCursor: last ? toListCursor({ key: last.key, id: last.application.id, total: kept }, sort) : null,
    }
    return { body, jobOwner }
  })
}

const ofJob = route(endpoints.listApplications, async (context) => {
  const { service, employerId, params, query, requestId } = context
  const { body, jobOwner } = await readPage(context, { ...query, jobId: params.jobId })
  await assertOwnJob(service, employerId, params.jobId, jobOwner, requestId)
  return { body }
})

const ofAllJobs = route(endpoints.listAllApplications, async (context) => {
  const { body } = await readPage(context, context.query)
  return { body }
})

const counts = route(endpoints.countApplications, async ({ sql, employerId, query: { jobIds } }) => {
  const found = await countApplications(sql, employerId, jobIds)
  const items = jobIds.map((jobId) => {
    const byStatus = Object.fromEntries(applicationStatuses.map((status) => [status, 0])) as Counts
    for (const row of found) if (row.jobId === jobId) byStatus[row.status] = row.count
    return { jobId, total: Object.values(byStatus).reduce((sum, count) => sum + count), byStatus }
  })
  return { body: { items } }
})

// In the order in which the changes were committed.
const changes = route(endpoints.listApplicationChanges, async (context) => {
  const { cursor, limit, include } = context.query
  const after = readChangeCursor(cursor)
  const by = { employerId: context.employerId, reader: userOf(context.caller) }
  return reading(context, include, async (sql) => {
    const found = await listChanges(sql, by.employerId, after, limit + 1)
    const items = found.slice(0, limit)
    const included = await listIncluded(sql, by, items, include)
    return {
      body: {
        items: items.map(({ changeNumber: _, ...item }) => toSummary(item, included.get(item.id))),
        nextCursor: changeCursorAfter(items.at(-1) ?? after),
        hasMore: found.length > limit,
      },
    }
  })
})

/** Applications as the employer of their job sees them (Spec §4.2), and their records for the candidate's export. */
export const applicationRoutes: Route[] = [
  ofJob,
  ofAllJobs,
  counts,
  changes,
  route(endpoints.getApplication, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toDetail(await getApplication(sql, employerId, params.id))),
  ),
  // 404 until it is computed (D-31).
  route(endpoints.getAiAssessment, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toAssessment(await getAssessment(sql, employerId, params.id))),
  ),
  route(listApplicationRecords, async ({ sql, params, body }) => ({
    body: (await listRecords(sql, params.candidateId, body.applicationIds)).map(toRecord),
  })),
]
