import type { dryRunResult } from '@jobboard/contracts/credits/credit'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { type Handled, operationOfRequest, replayed, toContext } from './handle.ts'
import { findResponse } from './idempotency.ts'
import type { Context, Route } from './route.ts'

/** Handles a dry run: reads the stored response of its `Idempotency-Key`, else runs the checks of the action, and
 * stores nothing. Throws what the action would throw. */
export async function handleDryRun<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  { endpoint, dryRun }: Route<Env, Own>,
  request: FastifyRequest,
  caller: Caller,
): Promise<Handled> {
  const operation = operationOfRequest(endpoint, request, caller)
  const now = deps.clock.now()
  const stored = operation && (await findResponse(deps.db.sql, operation, now))
  if (stored && stored.status >= 400) return replayed(stored)
  const context = toContext(deps, endpoint, request, caller, operation, now)
  const { credits = null, dailyApplies = null } = stored
    ? {}
    : await dryRun!(context as Context<Endpoint, Env, Own>)
  const result: z.output<typeof dryRunResult> = {
    wouldSucceed: true,
    status: stored?.status ?? endpoint.status,
    credits,
    dailyApplies,
    isReplay: stored !== undefined,
  }
  const headers = credits ? { credits: { cost: 0, remaining: credits.balance } } : {}
  return { status: 200, headers: {}, body: JSON.stringify(result), ...headers }
}
