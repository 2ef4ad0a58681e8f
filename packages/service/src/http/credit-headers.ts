import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import type { onSendAsyncHookHandler } from 'fastify'
import { CALLER_HEADER, verifyCaller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'

/** What a call has cost, and what is left of the kind that it spends. */
export interface Credits {
  cost: number
  remaining: number
}

/** Reads what an employer has left of one kind. */
export type ReadRemainingCredits = (sql: Sql, employerId: number, kind: CreditKind) => Promise<number>

const COST = 'x-credits-cost'

/** The headers that tell it (D-47). */
export function creditHeaders({ cost, remaining }: Credits): Record<string, string> {
  return { [COST]: String(cost), 'x-credits-remaining': String(remaining) }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** It failed in a way that may have been after its commit. */
    isOutcomeUnknown?: boolean
  }
}

/** Makes every other answer of an endpoint that can cost a credit tell that it cost none and what is left now: refusals
 * of whatever kind, and replays (D-43, D-47). Only where that is not known, nothing is told. */
export function creditHeadersHook(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { name, cost: kind }: Endpoint,
  creditsLeft: ReadRemainingCredits | undefined,
): onSendAsyncHookHandler[] {
  if (!kind) return []
  if (!creditsLeft) throw new Error(`${name} costs a credit, but the service has no creditsLeft`)
  return [
    async ({ headers, isOutcomeUnknown }, reply, payload) => {
      if (reply.hasHeader(COST) || isOutcomeUnknown) return payload
      const caller = verifyCaller(env.CALLER_SECRET, headers[CALLER_HEADER] as string | undefined)
      if (caller?.kind !== 'recruiter') return payload
      const remaining = await creditsLeft(db.sql, caller.employerId, kind).catch(() => undefined)
      if (remaining !== undefined) reply.headers(creditHeaders({ cost: 0, remaining }))
      return payload
    },
  ]
}
