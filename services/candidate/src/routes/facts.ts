import { recordActivity as recordActivityEndpoint } from '@jobboard/contracts/internal/activity'
import { getCandidateFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { recordActivity } from '../store/activity.ts'
import { getCandidate } from '../store/candidate.ts'

/** Called by other services: accounts before it mints a key for a candidate (P-44), jobs after candidates read jobs
 * (P-148). */
export const factRoutes: Route[] = [
  route(getCandidateFacts, async ({ sql, params }) => {
    const { id } = await getCandidate(sql, params.candidateId)
    return { body: { id } }
  }),
  route(recordActivityEndpoint, async ({ service, body }) => {
    for (const { candidateId, at } of body.activity) recordActivity(service, candidateId, at)
    return {}
  }),
]
