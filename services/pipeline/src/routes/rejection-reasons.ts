import * as endpoints from '@jobboard/contracts/applications/rejection-reasons'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { replaceRejectionReasons } from '../actions/replace-rejection-reasons.ts'
import { listRejectionReasons } from '../store/rejection-reason.ts'

/** The reasons for which an employer rejects applications. */
export const rejectionReasonRoutes: Route[] = [
  route(endpoints.listRejectionReasons, async ({ sql, employerId, headers }) =>
    withEtag(headers, await listRejectionReasons(sql, employerId)),
  ),
  route(endpoints.replaceRejectionReasons, replaceRejectionReasons),
]
