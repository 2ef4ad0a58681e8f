import * as endpoints from '@jobboard/contracts/endpoints/scorecards'
import { type Route, route } from '@jobboard/service/http/route'
import { deleteScorecard } from '../actions/delete-scorecard.ts'
import { putScorecard } from '../actions/put-scorecard.ts'
import { getCandidateId } from '../store/application.ts'
import { listScorecards, type Scorecard } from '../store/scorecard.ts'

/** Spec §4.2, D-29 */
export const scorecardRoutes: Route[] = [
  route(endpoints.listScorecards, async ({ sql, employerId, params }) => {
    await getCandidateId(sql, employerId, params.id)
    return { body: (await listScorecards(sql, params.id)).map(toScorecard) }
  }),
  route(endpoints.putScorecard, putScorecard),
  route(endpoints.deleteScorecard, deleteScorecard),
]

function toScorecard({ createdAt, updatedAt, ...card }: Scorecard) {
  return { ...card, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
