import type { assignTag as endpoint } from '@jobboard/contracts/endpoints/tags'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { getCandidateId } from '../store/application.ts'
import { getTag, incrementUsage, insertCandidateTag } from '../store/tag.ts'

/** D-27: a repeated assignment changes nothing and returns the same. Throws not_found. */
export const assignTag: Action<typeof endpoint> = ({ commit, employerId, params, body: { label }, now }) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, params.id)
    const isNew = await insertCandidateTag(sql, employerId, candidateId, label, now)
    failpoint('tag-after-assignment')
    return { body: await (isNew ? incrementUsage : getTag)(sql, employerId, label) }
  })
