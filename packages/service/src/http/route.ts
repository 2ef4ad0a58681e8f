import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { Log } from '../lifecycle/log.ts'
import type { Credits } from './credit-headers.ts'

/** What an action answers: the body, and status or headers where they differ from the endpoint's. */
export interface Reply<Body = unknown> {
  body?: Body
  status?: number
  headers?: Record<string, string>
  /** Where the endpoint can cost a credit: what this answer did cost. */
  credits?: Credits
}

/** One request, parsed and authenticated, as an action sees it. */
export interface Context<E extends Endpoint = Endpoint, Env extends BaseEnv = BaseEnv> extends Input<E> {
  service: Deps<Env>
  caller: Caller
  /** The caller's employer. Throws when the caller is no recruiter: the gateway lets no other key through. */
  employerId: number
  /** The calling candidate. Throws when the caller is none. */
  candidateId: number
  requestId: string
  /** The same for a repeated request with the same `Idempotency-Key`, otherwise unique (D-60). */
  operationId: string
  now: Date
  headers: IncomingHttpHeaders
  log: Log
  sql: Sql
  /** Runs the action's transaction. With an `Idempotency-Key` its reply is stored in the same transaction,
   * so a repeated request finds either both or neither. Throws idempotency_in_progress. */
  commit(work: (sql: Tx) => Promise<Reply<ResponseBody<E>>>): Promise<Reply<ResponseBody<E>>>
}

export type Action<E extends Endpoint, Env extends BaseEnv = BaseEnv> = (
  context: Context<E, Env>,
) => Promise<Reply<ResponseBody<E>>>

/** An endpoint and the action that answers it. */
export interface Route<Env extends BaseEnv = BaseEnv> {
  endpoint: Endpoint
  action: (context: Context<Endpoint, Env>) => Promise<Reply>
}

/** Joins an endpoint with its action; the types of both must agree. */
export function route<E extends Endpoint, Env extends BaseEnv = BaseEnv>(
  endpoint: E,
  action: Action<E, Env>,
): Route<Env> {
  return { endpoint, action: action as unknown as Route<Env>['action'] }
}
