import type * as endpoints from '@jobboard/contracts/applications/tags'
import { notFound } from '@jobboard/contracts/error'
import { failpoint } from '@jobboard/process/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { getCandidateId } from '../store/application.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import {
  decrementUsage,
  deleteCandidateTag,
  getTag,
  incrementUsage,
  insertCandidateTag,
} from '../store/tag.ts'

/** D-27: a repeated assignment changes nothing and returns the same. Throws not_found, and invalid_state at the limit of
 * tags. */
export const assignTag: Action<typeof endpoints.assignTag> = ({
  commit,
  employerId,
  params,
  body: { label },
  now,
}) =>
  commit(async (sql) => {
    const candidateId = await lockCandidate(sql, employerId, params.id)
    const isNew = await insertCandidateTag(sql, employerId, candidateId, label, now)
    if (isNew === undefined) throw full('tagsOfCandidate')
    failpoint('tag-after-assignment')
    const tag = await (isNew ? incrementUsage : getTag)(sql, employerId, label)
    if (!tag) throw full('tagsOfEmployer')
    return { body: tag }
  })

/** D-27. Throws not_found, also when the candidate does not have the tag. */
export const removeTag: Action<typeof endpoints.removeTag> = ({
  commit,
  employerId,
  params: { id, label },
}) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    if (!(await deleteCandidateTag(sql, employerId, candidateId, label))) throw notFound()
    failpoint('tag-after-removal')
    await decrementUsage(sql, employerId, label)
    return {}
  })
