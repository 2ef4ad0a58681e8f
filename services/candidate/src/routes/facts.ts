import { getCandidateFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidate } from '../store/candidate.ts'

/** Read by accounts before it mints a key for a candidate (P-44). */
export const factRoutes: Route[] = [
  route(getCandidateFacts, async ({ sql, params }) => {
    const { id } = await getCandidate(sql, params.candidateId)
    return { body: { id } }
  }),
]
