import { getCandidateFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidate } from '../store/candidate.ts'

/** What other services ask about a candidate. */
export const factRoutes: Route[] = [
  route(getCandidateFacts, async ({ sql, params }) => {
    const { id } = await getCandidate(sql, params.candidateId)
    return { body: { id } }
  }),
]
