import type { putScorecard as endpoint } from '@jobboard/contracts/endpoints/scorecards'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import { saveScorecard } from '../store/scorecard.ts'

/** D-29: replaces the caller's scorecard for the stage as a whole (P-102). Throws not_found, and
 * invalid_state at the limit of P-137. */
export const putScorecard: Action<typeof endpoint> = ({ commit, employerId, userId, params, body, now }) =>
  commit(async (sql) => {
    await lockCandidate(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (!(await saveScorecard(sql, { ...key, ...body }, now))) throw full('scorecards')
    return {}
  })
