import * as endpoints from '@jobboard/contracts/applications/tags'
import { notFound } from '@jobboard/contracts/error'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidateId, lockCandidate } from '../applications/store.ts'
import { listCandidateTags, listTags } from './store.ts'
import * as actions from './tag-actions.ts'

const assignTag = route(endpoints.assignTag, ({ commit, employerId, params, body: { label }, now }) =>
  commit(async (sql) => {
    const candidateId = await lockCandidate(sql, employerId, params.id)
    return { body: await actions.assignTag(sql, { employerId, candidateId }, label, now) }
  }),
)

const removeTag = route(endpoints.removeTag, ({ commit, employerId, params: { id, label } }) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    if (!(await actions.removeTag(sql, { employerId, candidateId }, label))) throw notFound()
    return {}
  }),
)

/** Tags of applications, and how often an employer uses each (Spec §4.2, D-27). */
export const tagRoutes: Route[] = [
  route(endpoints.listTags, async ({ sql, employerId, headers }) =>
    withEtag(headers, await listTags(sql, employerId)),
  ),
  route(endpoints.listApplicationTags, async ({ sql, employerId, params, headers }) => {
    const candidateId = await getCandidateId(sql, employerId, params.id)
    return withEtag(headers, await listCandidateTags(sql, employerId, candidateId))
  }),
  assignTag,
  removeTag,
]
