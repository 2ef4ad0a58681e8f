import * as endpoints from '@jobboard/contracts/applications/endpoints'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { changeApplicationStatus } from '../actions/change-application-status.ts'
import { getApplication, getCandidateId } from '../store/application.ts'
import { listStatusChanges } from '../store/status-change.ts'
import { toChange, toDetail } from '../wire/application.ts'

const history = route(endpoints.listApplicationHistory, async ({ sql, employerId, params, query }) => {
  await getCandidateId(sql, employerId, params.id)
  const page = await listStatusChanges(sql, params.id, query)
  return { body: { ...page, items: page.items.map(toChange) } }
})

/** Applications as the employer of their job sees and moves them (Spec §4.2). */
export const applicationRoutes: Route[] = [
  route(endpoints.getApplication, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toDetail(await getApplication(sql, employerId, params.id))),
  ),
  history,
  route(endpoints.changeApplicationStatus, changeApplicationStatus),
]
