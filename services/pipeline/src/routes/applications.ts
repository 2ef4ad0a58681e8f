import * as endpoints from '@jobboard/contracts/endpoints/pipeline'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { changeApplicationStatus } from '../actions/change-application-status.ts'
import { assertOwnJob } from '../peers/job-owner.ts'
import { getApplication, listApplications } from '../store/application.ts'
import { toDetail, toSummary } from '../wire/application.ts'

/** Spec §4.2 */
export const applicationRoutes: Route[] = [
  route(endpoints.listApplications, async ({ service, sql, employerId, params, query, requestId }) => {
    await assertOwnJob(service, employerId, params.jobId, requestId)
    const page = await listApplications(sql, employerId, params.jobId, query)
    return { body: { ...page, items: page.items.map(toSummary) } }
  }),
  route(endpoints.getApplication, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toDetail(await getApplication(sql, employerId, params.id))),
  ),
  route(endpoints.changeApplicationStatus, changeApplicationStatus),
]
