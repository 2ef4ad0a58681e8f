import type { deleteScorecard as endpoint } from '@jobboard/contracts/endpoints/scorecards'
import { notFound } from '@jobboard/contracts/error'
import type { Action } from '@jobboard/service/http/route'
import { getCandidateId } from '../store/application.ts'
import { deleteScorecard as deleteStored } from '../store/scorecard.ts'

/** D-29: deletes the caller's own scorecard for the stage. Throws not_found. */
export const deleteScorecard: Action<typeof endpoint> = ({ commit, employerId, userId, params }) =>
  commit(async (sql) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (!(await deleteStored(sql, key))) throw notFound()
    return {}
  })
