import { ApiError } from '@jobboard/contracts/error'
import { addCredits, listEntries, readBalances } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Route, route } from '@jobboard/service/route'
import { add } from './add.ts'
import * as ledger from './read.ts'

/** The internal routes of a service's ledger, for accounts; other kinds than these are refused with invalid_request. */
export function creditRoutes(service: 'jobs' | 'search', kinds: readonly CreditKind[]): Route[] {
  const check = (kind: CreditKind) => {
    if (kinds.includes(kind)) return
    throw new ApiError(
      'invalid_request',
      `kind: ${service} keeps ${kinds.join(' and ')} credits, not ${kind}.`,
    )
  }
  return [
    route(addCredits(service), ({ commit, body, requestId, now }) => {
      check(body.kind)
      return commit(async (sql) => ({ body: await add(sql, { ...body, requestId, now }) }))
    }),
    route(readBalances(service), async ({ sql, params }) => ({
      body: await ledger.readBalances(sql, params.employerId, kinds),
    })),
    route(listEntries(service), async ({ sql, params, query }) => {
      if (query.kind) check(query.kind)
      return { body: await ledger.listEntries(sql, params.employerId, query) }
    }),
  ]
}
