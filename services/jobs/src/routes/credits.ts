import { ApiError } from '@jobboard/contracts/error'
import { addCredits, listEntries, readBalances } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import { add } from '@jobboard/ledger/add'
import * as ledger from '@jobboard/ledger/read'
import { type Route, route } from '@jobboard/service/route'

const KIND = 'JobPosting'

/** The JobPosting ledger, for the accounts service. */
export const creditRoutes: Route[] = [
  route(addCredits('jobs'), ({ commit, body, requestId, now }) => {
    checkKind(body.kind)
    return commit(async (sql) => ({ body: await add(sql, { ...body, requestId, now }) }))
  }),
  route(readBalances('jobs'), async ({ sql, params }) => ({
    body: await ledger.readBalances(sql, params.employerId, [KIND]),
  })),
  route(listEntries('jobs'), async ({ sql, params, query }) => {
    if (query.kind) checkKind(query.kind)
    return { body: await ledger.listEntries(sql, params.employerId, query) }
  }),
]

function checkKind(kind: CreditKind): void {
  if (kind !== KIND)
    throw new ApiError('invalid_request', `kind: ${kind} credits are kept by the search service.`)
}
