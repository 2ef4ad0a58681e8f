import * as endpoints from '@jobboard/contracts/endpoints/pipeline'
import { offsetOf } from '@jobboard/db/page'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { changeApplicationStatus } from '../actions/change-application-status.ts'
import {
  changeCursorAfter,
  listCursorAfter,
  readChangeCursor,
  readListCursor,
  sortOf,
} from '../domain/list-position.ts'
import { assertOwnJob } from '../peers/job-owner.ts'
import { getApplication, getCandidateId } from '../store/application.ts'
import { listApplications, listChanges } from '../store/application-list.ts'
import { listStatusChanges } from '../store/status-change.ts'
import { toChange, toDetail, toSummary } from '../wire/application.ts'

// By page, or by cursor so that a client misses and repeats nothing while applications move (P-103).
const list = route(endpoints.listApplications, async (context) => {
  const { service, sql, employerId, params, query, requestId } = context
  const { status, updatedSince, page, pageSize, cursor } = query
  const sort = sortOf(query)
  const after = cursor === undefined ? undefined : readListCursor(cursor, sort, page)
  // One row more than the page: whether another page follows.
  const { offset, limit } = offsetOf({ page, pageSize })
  const filter = { status, updatedSince, sort, after, offset, limit: limit + 1 }
  const { total, jobOwner, items } = await listApplications(sql, employerId, params.jobId, filter)
  await assertOwnJob(service, employerId, params.jobId, jobOwner, requestId)
  const last = items.length > pageSize ? items[pageSize - 1] : undefined
  const nextCursor = last ? listCursorAfter(last, sort) : null
  return { body: { total, page, pageSize, items: items.slice(0, pageSize).map(toSummary), nextCursor } }
})

// In the order in which the changes were committed (P-104).
const changes = route(endpoints.listApplicationChanges, async ({ sql, employerId, query }) => {
  const after = readChangeCursor(query.cursor)
  const found = await listChanges(sql, employerId, after, query.limit + 1)
  const items = found.slice(0, query.limit)
  return {
    body: {
      items: items.map(({ changeNumber: _, ...item }) => toSummary(item)),
      nextCursor: changeCursorAfter(items.at(-1) ?? after),
      hasMore: found.length > query.limit,
    },
  }
})

const history = route(endpoints.listApplicationHistory, async ({ sql, employerId, params, query }) => {
  await getCandidateId(sql, employerId, params.id)
  const page = await listStatusChanges(sql, params.id, query)
  return { body: { ...page, items: page.items.map(toChange) } }
})

/** Applications as the employer of their job sees and moves them (Spec §4.2). */
export const applicationRoutes: Route[] = [
  list,
  changes,
  route(endpoints.getApplication, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toDetail(await getApplication(sql, employerId, params.id))),
  ),
  history,
  route(endpoints.changeApplicationStatus, changeApplicationStatus),
]
