import { addCredits, listEntries, readBalances, reverseEntry } from '@jobboard/contracts/credits/internal'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Route, route } from '@jobboard/service/http/route'
import { commitOperatorChange } from './operator-change.ts'
import { postEntry } from './post-entry.ts'
import * as ledger from './read.ts'
import { reverse } from './reverse.ts'

/** The internal credit routes of a service, called by accounts. Other kinds than these are 400. */
export function creditRoutes(service: 'jobs' | 'search', kinds: readonly CreditKind[]): Route[] {
  const checkKind = (kind: CreditKind) => {
    if (kinds.includes(kind)) return
    throw new ApiError(
      'invalid_request',
      `kind: the ${service} service stores ${kinds.join(' and ')} credits, not ${kind}.`,
    )
  }
  return [
    route(addCredits(service), async (context) => {
      const { body, requestId, now } = context
      const { actor, ...grant } = body
      checkKind(grant.kind)
      const operatorChange = { actor, action: 'grant-credits' as const, employerId: grant.employerId }
      return commitOperatorChange(context, operatorChange, (sql) =>
        postEntry(sql, { ...grant, requestId, now }),
      )
    }),
    route(reverseEntry(service), async (context) => {
      const { params, body, requestId, now } = context
      const { actor, ...reversal } = { ...params, ...body }
      checkKind(reversal.kind)
      const operatorChange = {
        actor,
        action: 'reverse-credit-entry' as const,
        employerId: reversal.employerId,
      }
      return commitOperatorChange(context, operatorChange, (sql) =>
        reverse(sql, { ...reversal, requestId, now }),
      )
    }),
    route(readBalances(service), async ({ sql, params }) => ({
      body: await ledger.readBalances(sql, params.employerId, kinds),
    })),
    route(listEntries(service), async ({ sql, params, query }) => {
      const { kind, beforeCreatedAt, beforeId, ...rest } = query
      if (kind) checkKind(kind)
      const before =
        beforeCreatedAt && beforeId !== undefined ? { createdAt: beforeCreatedAt, id: beforeId } : undefined
      return { body: await ledger.listEntries(sql, params.employerId, { kind, before, ...rest }) }
    }),
  ]
}
