import type { assignTag as endpoint } from '@jobboard/contracts/endpoints/tags'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import { getTag, incrementUsage, insertCandidateTag } from '../store/tag.ts'

/** D-27: a repeated assignment changes nothing and returns the same. Throws not_found, and invalid_state at a limit
 * of P-137. */
export const assignTag: Action<typeof endpoint> = ({ commit, employerId, params, body: { label }, now }) =>
  commit(async (sql) => {
    const candidateId = await lockCandidate(sql, employerId, params.id)
    const isNew = await insertCandidateTag(sql, employerId, candidateId, label, now)
    if (isNew === undefined) throw full('tagsOfCandidate')
    failpoint('tag-after-assignment')
    const tag = await (isNew ? incrementUsage : getTag)(sql, employerId, label)
    if (!tag) throw full('tagsOfEmployer')
    return { body: tag }
  })
