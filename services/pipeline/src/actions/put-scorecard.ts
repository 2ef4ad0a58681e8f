import type { putScorecard as endpoint } from '@jobboard/contracts/endpoints/scorecards'
import type { Action } from '@jobboard/service/http/route'
import { getCandidateId } from '../store/application.ts'
import { saveScorecard } from '../store/scorecard.ts'

/** D-29: replaces the caller's scorecard for the stage as a whole (P-102). Throws not_found. */
export const putScorecard: Action<typeof endpoint> = ({ commit, employerId, userId, params, body, now }) =>
  commit(async (sql) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    await saveScorecard(sql, { ...key, ...body }, now)
    return {}
  })
