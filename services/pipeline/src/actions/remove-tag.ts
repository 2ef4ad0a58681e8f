import type { removeTag as endpoint } from '@jobboard/contracts/endpoints/tags'
import { notFound } from '@jobboard/contracts/error'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { getCandidateId } from '../store/application.ts'
import { decrementUsage, deleteCandidateTag } from '../store/tag.ts'

/** D-27. Throws not_found, also when the candidate does not have the tag. */
export const removeTag: Action<typeof endpoint> = ({ commit, employerId, params: { id, label } }) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    if (!(await deleteCandidateTag(sql, employerId, candidateId, label))) throw notFound()
    failpoint('tag-after-removal')
    await decrementUsage(sql, employerId, label)
    return {}
  })
