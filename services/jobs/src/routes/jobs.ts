import * as endpoints from '@jobboard/contracts/endpoints/jobs'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { closeJob } from '../actions/close-job.ts'
import { createJob, updateJob } from '../actions/edit-job.ts'
import { estimatePublishJob, publishJob } from '../actions/publish-job.ts'
import { getJob } from '../store/job.ts'
import { listJobs } from '../store/job-list.ts'
import { toDetail, toSummary } from '../wire/job.ts'

const list = route(endpoints.listJobs, async ({ sql, employerId, query, now }) => {
  const page = await listJobs(sql, employerId, { ...query, now })
  return { body: { ...page, items: page.items.map((job) => toSummary(job, now)) } }
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
