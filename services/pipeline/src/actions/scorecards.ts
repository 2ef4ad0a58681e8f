import type * as endpoints from '@jobboard/contracts/applications/scorecards'
import { notFound } from '@jobboard/contracts/error'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { getCandidateId } from '../store/application.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import { deleteScorecard as deleteStored, findScorecard, saveScorecard } from '../store/scorecard.ts'
import { toScorecard } from '../wire/scorecard.ts'

/** D-29: replaces the caller's scorecard for the stage as a whole. Throws not_found,
 * precondition_failed, and invalid_state at the limit of scorecards. */
export const putScorecard: Action<typeof endpoints.putScorecard> = (context) =>
  context.commit(async (sql) => {
    const { employerId, userId, params, body, headers, now } = context
    await lockCandidate(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (headers['if-match'] !== undefined) {
      const before = await findScorecard(sql, key)
      checkMatch(headers, before && toScorecard(before))
    }
    const stored = await saveScorecard(sql, { ...key, ...body }, now)
    if (!stored) throw full('scorecards')
    return { headers: { etag: etagOf(toScorecard(stored)) } }
  })

/** D-29: deletes the caller's own scorecard for the stage. Throws not_found. */
export const deleteScorecard: Action<typeof endpoints.deleteScorecard> = ({
  commit,
  employerId,
  userId,
  params,
}) =>
  commit(async (sql) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (!(await deleteStored(sql, key))) throw notFound()
    return {}
  })
