import * as endpoints from '@jobboard/contracts/jobs/endpoints'
import { offsetOf } from '@jobboard/db/page'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { closeJob } from '../actions/close-job.ts'
import { createJob, updateJob } from '../actions/edit-job.ts'
import { estimatePublishJob, publishJob } from '../actions/publish-job.ts'
import { cursorAfter, readCursor } from '../domain/job-position.ts'
import { getJob } from '../store/job.ts'
import { listJobs } from '../store/job-list.ts'
import { toDetail, toSummary } from '../wire/job.ts'

// By page, or by cursor so that a client misses and repeats nothing while jobs change.
const list = route(endpoints.listJobs, async ({ sql, employerId, query, now }) => {
  const { page, pageSize, cursor, ...filter } = query
  const after = cursor === undefined ? undefined : readCursor(cursor, page)
  // One row more than the page: whether another page follows.
  const { offset, limit } = offsetOf({ page, pageSize })
  const found = await listJobs(sql, employerId, { ...filter, after, offset, limit: limit + 1, now })
  const items = found.items.slice(0, pageSize)
  const last = found.items.length > pageSize ? items.at(-1) : undefined
  const nextCursor = last ? cursorAfter({ at: last.createdAt, id: last.id }) : null
  return {
    body: { total: found.total, page, pageSize, items: items.map((job) => toSummary(job, now)), nextCursor },
  }
})

const get = route(endpoints.getJob, async ({ sql, employerId, params, headers, now }) => {
  return withEtag(headers, toDetail(await getJob(sql, employerId, params.id), now))
})

/** The jobs of the calling employer (Spec §4.1). */
export const jobRoutes: Route[] = [
  list,
  get,
  route(endpoints.createJob, createJob),
  route(endpoints.updateJob, updateJob),
  route(endpoints.publishJob, publishJob, estimatePublishJob),
  route(endpoints.closeJob, closeJob),
]
