import * as endpoints from '@jobboard/contracts/candidates/admin'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidate } from '../store/candidate.ts'
import { listCandidatePage } from '../store/candidate-list.ts'
import { toRecord, toSummary } from '../wire/record.ts'

/** Admin API: operators find and read candidates. */
export const lookupRoutes: Route[] = [
  route(endpoints.listCandidates, async ({ sql, query }) => {
    const { items, ...page } = await listCandidatePage(sql, query)
    return { body: { ...page, items: items.map(toSummary) } }
  }),
  route(endpoints.readCandidate, async ({ sql, params }) => ({
    body: toRecord(await getCandidate(sql, params.candidateId)),
  })),
]
