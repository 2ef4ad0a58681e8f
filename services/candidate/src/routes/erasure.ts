import * as endpoints from '@jobboard/contracts/endpoints/erasure'
import { ApiError } from '@jobboard/contracts/error'
import { type Route, route } from '@jobboard/service/http/route'
import { requestErasure } from '../actions/request-erasure.ts'
import type { CandidateEnv } from '../env.ts'
import { getErasure } from '../store/erasure.ts'
import { toErasure } from '../wire/erasure.ts'

/** The erasure of a candidate, by an operator or by the candidate (P-118). */
export const erasureRoutes: Route<CandidateEnv>[] = [
  route(endpoints.eraseCandidate, (context) => requestErasure(context, context.params.candidateId)),
  route(endpoints.getErasure, async ({ sql, params }) => ({
    body: toErasure(await getErasure(sql, params.erasureId)),
  })),
  route(endpoints.eraseMe, (context) => {
    if (context.body.confirm !== true) {
      throw new ApiError(
        'confirmation_required',
        'confirm: must be true to erase your data; nothing was erased. Send "confirm": true.',
      )
    }
    return requestErasure(context, context.candidateId)
  }),
]
