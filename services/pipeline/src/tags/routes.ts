import * as endpoints from '@jobboard/contracts/applications/tags'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_TAGS_PER_CANDIDATE, MAX_TAGS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { failpoint } from '@jobboard/process/failpoint'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidateId, lockCandidate } from '../applications/store.ts'
import {
  decrementUsage,
  deleteCandidateTag,
  getTag,
  incrementUsage,
  insertCandidateTag,
  listCandidateTags,
  listTags,
} from './store.ts'

const full = (text: string) => new ApiError('invalid_state', `label: ${text}`)

/** D-27: a repeated assignment changes nothing and returns the same. */
const assignTag = route(endpoints.assignTag, ({ commit, employerId, params, body: { label }, now }) =>
  commit(async (sql) => {
    const candidateId = await lockCandidate(sql, employerId, params.id)
    const isNew = await insertCandidateTag(sql, employerId, candidateId, label, now)
    if (isNew === undefined)
      throw full(`the candidate has ${MAX_TAGS_PER_CANDIDATE} tags, the limit; remove one of them first.`)
    failpoint('tag-after-assignment')
    const tag = await (isNew ? incrementUsage : getTag)(sql, employerId, label)
    if (!tag)
      throw full(
        `you have ${MAX_TAGS_PER_EMPLOYER} different tags, the limit; use one of them, or remove one from all its candidates first.`,
      )
    return { body: tag }
  }),
)

const removeTag = route(endpoints.removeTag, ({ commit, employerId, params: { id, label } }) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    if (!(await deleteCandidateTag(sql, employerId, candidateId, label))) throw notFound()
    failpoint('tag-after-removal')
    await decrementUsage(sql, employerId, label)
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
