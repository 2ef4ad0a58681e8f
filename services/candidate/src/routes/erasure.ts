import * as endpoints from '@jobboard/contracts/candidates/erasure'
import { type Route, route } from '@jobboard/service/http/route'
import { requestErasure } from '../actions/request-erasure.ts'
import type { CandidateEnv } from '../env.ts'
import { getErasure, listErasurePage } from '../store/erasure.ts'
import { toErasure } from '../wire/erasure.ts'

/** The erasure of a candidate, by an operator or by the candidate. */
export const erasureRoutes: Route<CandidateEnv>[] = [
  route(endpoints.eraseCandidate, (context) => requestErasure(context, context.params.candidateId)),
  route(endpoints.getErasure, async ({ sql, params }) => ({
    body: toErasure(await getErasure(sql, params.erasureId)),
  })),
  route(endpoints.listErasures, async ({ sql, query }) => {
    const { items, ...page } = await listErasurePage(sql, query)
    return { body: { ...page, items: items.map(toErasure) } }
  }),
  route(endpoints.eraseMe, (context) => requestErasure(context, context.candidateId)),
]
