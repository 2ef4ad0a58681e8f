import type { replaceRejectionReasons as endpoint } from '@jobboard/contracts/applications/rejection-reasons'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { lockRejectionReasons, saveRejectionReasons } from '../store/rejection-reason.ts'

/** Throws precondition_failed. */
export const replaceRejectionReasons: Action<typeof endpoint> = ({ commit, employerId, body, headers }) =>
  commit(async (sql) => {
    checkMatch(headers, await lockRejectionReasons(sql, employerId))
    await saveRejectionReasons(sql, employerId, body)
    return { body, headers: { etag: etagOf(body) } }
  })
