import * as endpoints from '@jobboard/contracts/endpoints/tags'
import { type Route, route } from '@jobboard/service/http/route'
import { assignTag } from '../actions/assign-tag.ts'
import { removeTag } from '../actions/remove-tag.ts'
import { getCandidateId } from '../store/application.ts'
import { listCandidateTags, listTags } from '../store/tag.ts'

/** Spec §4.2, D-27 */
export const tagRoutes: Route[] = [
  route(endpoints.listTags, async ({ sql, employerId }) => ({ body: await listTags(sql, employerId) })),
  route(endpoints.listApplicationTags, async ({ sql, employerId, params }) => {
    const candidateId = await getCandidateId(sql, employerId, params.id)
    return { body: await listCandidateTags(sql, employerId, candidateId) }
  }),
  route(endpoints.assignTag, assignTag),
  route(endpoints.removeTag, removeTag),
]
