import {
  getCandidateFacts,
  recordActivity as recordActivityEndpoint,
} from '@jobboard/contracts/candidates/internal'
import { route } from '@jobboard/service/http/route'
import { recordActivity } from '../store/activity.ts'
import { getCandidate } from '../store/candidate.ts'
import type { OwnRoute } from './own.ts'

/** Called by other services: accounts before it mints a key for a candidate, jobs after candidates read jobs. */
export const factRoutes: OwnRoute[] = [
  route(getCandidateFacts, async ({ sql, params }) => {
    const { id } = await getCandidate(sql, params.candidateId)
    return { body: { id } }
  }),
  route(recordActivityEndpoint, async ({ service, body }) => {
    for (const { candidateId, at } of body.activity) recordActivity(service, candidateId, at)
    return {}
  }),
]
