import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import type { onSendAsyncHookHandler } from 'fastify'
import { CALLER_HEADER, verifyCaller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'

/** The cost of a call, and the credits left of the kind that it spends. */
export interface Credits {
  cost: number
  remaining: number
}

export type ReadRemainingCredits = (sql: Sql, employerId: number, kind: CreditKind) => Promise<number>

const COST = 'x-credits-cost'
/** The most credits that a call of the portal may spend: what the person was shown. The gateway does not forward it. */
export const MAX_CREDITS_HEADER = 'x-max-credits'

/** Rolls back a call that costs more than its caller allows. Throws precondition_failed. */
export function checkCost(maxCredits: number, cost: number): void {
  if (cost <= maxCredits) return
  throw new ApiError(
    'precondition_failed',
    `This would cost ${cost} credits, more than was agreed to. Nothing was done.`,
  )
}

/** The response headers for a cost and a balance (D-47); without the balance when it is not known. */
export function creditHeaders({
  cost,
  remaining,
}: Pick<Credits, 'cost'> & Partial<Record<'remaining', number | undefined>>): Record<string, string> {
  const left = remaining === undefined ? undefined : { 'x-credits-remaining': String(remaining) }
  return { [COST]: String(cost), ...left }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request failed, possibly after its commit, so its cost is unknown. */
    isEffectUnknown?: boolean
  }
}

/** Adds cost 0 and the current balance to every response of a paid endpoint that has no credit headers yet:
 * refusals and replays (D-43, D-47). Adds nothing when the cost or the balance is unknown. */
export function creditHeadersHook(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { name, cost: kind }: Endpoint,
  readRemainingCredits: ReadRemainingCredits | undefined,
): onSendAsyncHookHandler[] {
  if (!kind) return []
  if (!readRemainingCredits) {
    throw new Error(`${name} costs a credit, but its service declares no readRemainingCredits`)
  }
  return [
    async ({ headers, isEffectUnknown }, reply, payload) => {
      if (reply.hasHeader(COST) || isEffectUnknown) return payload
      const caller = verifyCaller(env.CALLER_SECRET, headers[CALLER_HEADER] as string | undefined)
      if (caller?.kind !== 'recruiter') return payload
      const remaining = await readRemainingCredits(db.sql, caller.employerId, kind).catch(() => undefined)
      if (remaining !== undefined) reply.headers(creditHeaders({ cost: 0, remaining }))
      return payload
    },
  ]
}
