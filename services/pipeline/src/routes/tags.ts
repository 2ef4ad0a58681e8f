import * as endpoints from '@jobboard/contracts/applications/tags'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { assignTag, removeTag } from '../actions/tags.ts'
import { getCandidateId } from '../store/application.ts'
import { listCandidateTags, listTags } from '../store/tag.ts'

/** Tags of applications, and how often an employer uses each (Spec §4.2, D-27). */
export const tagRoutes: Route[] = [
  route(endpoints.listTags, async ({ sql, employerId, headers }) =>
    withEtag(headers, await listTags(sql, employerId)),
  ),
  route(endpoints.listApplicationTags, async ({ sql, employerId, params, headers }) => {
    const candidateId = await getCandidateId(sql, employerId, params.id)
    return withEtag(headers, await listCandidateTags(sql, employerId, candidateId))
  }),
  route(endpoints.assignTag, assignTag),
  route(endpoints.removeTag, removeTag),
]
