import { ApiError } from '@jobboard/contracts/error'
import {
  addCredits,
  listEntries,
  listEntryDates,
  readBalances,
  reverseEntry,
} from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Route, route } from '@jobboard/service/http/route'
import { add } from './add.ts'
import { change } from './change.ts'
import * as ledger from './read.ts'
import { reverse } from './reverse.ts'

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
    route(addCredits(service), async (context) => {
      const { body, requestId, now } = context
      const { actor, ...addition } = body
      check(addition.kind)
      const by = { actor, action: 'grant-credits', employerId: addition.employerId }
      return change(context, by, (sql) => add(sql, { ...addition, requestId, now }))
    }),
    route(reverseEntry(service), async (context) => {
      const { params, body, requestId, now } = context
      const { actor, ...named } = { ...params, ...body }
      check(named.kind)
      const by = { actor, action: 'reverse-credit-entry', employerId: named.employerId }
      return change(context, by, (sql) => reverse(sql, { ...named, requestId, now }))
    }),
    route(readBalances(service), async ({ sql, params }) => ({
      body: await ledger.readBalances(sql, params.employerId, kinds),
    })),
    route(listEntries(service), async ({ sql, params, query }) => {
      if (query.kind) check(query.kind)
      return { body: await ledger.listEntries(sql, params.employerId, query) }
    }),
    route(listEntryDates(service), async ({ sql, params, query }) => ({
      body: await ledger.listEntryDates(sql, params.employerId, query),
    })),
  ]
}
