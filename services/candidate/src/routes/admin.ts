import * as endpoints from '@jobboard/contracts/candidates/admin'
import { type Route, route } from '@jobboard/service/http/route'
import { createCandidate } from '../actions/create-candidate.ts'
import { updateCandidate } from '../actions/update-candidate.ts'

/** Admin API: create and update candidates. */
export const adminRoutes: Route[] = [
  route(endpoints.createCandidate, createCandidate),
  route(endpoints.updateCandidate, updateCandidate),
]
