import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Estimate } from '@jobboard/contracts/credits/credit'
import type { Endpoint, Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Caller } from '../auth/caller.ts'
import type { Deps, Timer, Worker } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import type { Log } from '../lifecycle/log.ts'
import type { Credits } from './credit-headers.ts'
import type { Spooled } from './spool.ts'

/** The result of an action: the body, and the status or headers that differ from the endpoint's. */
export interface Reply<Body = unknown> {
  body?: Body
  /** The JSON of the body, in place of `body`. Never stored for a replay, so only for a GET. */
  spooled?: Spooled
  status?: number
  headers?: Record<string, string>
  /** Cost and balance, when this request was charged. */
  credits?: Credits
}

/** One parsed and authenticated request, as passed to an action. */
export interface Context<E extends Endpoint = Endpoint, Env extends BaseEnv = BaseEnv, Own = unknown>
  extends Input<E> {
  service: Deps<Env, Own>
  caller: Caller
  /** The caller's employer. Throws when the caller is not a recruiter, which the endpoint's `keys` rule out. */
  employerId: number
  /** The user of the caller's key. Throws when there is none, which `recordsAuthor` rules out (D-30). */
  userId: number
  /** The calling candidate. Throws when the caller is not a candidate. */
  candidateId: number
  /** The calling key. Throws when there is none: for an operator or a service, which the endpoint's plane rules out, and for
   * a person in the portal, which offers no such endpoint. */
  keyId: number
  requestId: string
  /** Equal for requests with the same `Idempotency-Key`, otherwise unique (D-60). */
  operationId: string
  now: Date
  headers: IncomingHttpHeaders
  /** The unread body of an endpoint with a `bodyType`. Fails when the connection breaks off before its end. */
  bodyStream: Readable
  log: Log
  sql: Sql
  /** Runs `work` on one snapshot of the database, in which every write fails. */
  read<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Runs the action's transaction. With an `Idempotency-Key` the reply is stored in the same transaction, so
   * a repeated request finds both the effect and the reply, or neither. Throws idempotency_in_progress. */
  commit(work: (sql: Tx) => Promise<Reply<ResponseBody<E>>>): Promise<Reply<ResponseBody<E>>>
  /** Runs one of several transactions before `commit`; `path` names it. With an `Idempotency-Key` a repeated request gets its
   * stored result, without running it again, also when this process dies before `commit`. Throws idempotency_in_progress. */
  commitPart<T>(path: string, work: (sql: Tx) => Promise<T>): Promise<T>
}

export type Action<E extends Endpoint, Env extends BaseEnv = BaseEnv, Own = unknown> = (
  context: Context<E, Env, Own>,
) => Promise<Reply<ResponseBody<E>>>

/** The checks of an action without its effect: what the call would cost. Throws what the action would throw. */
export type DryRun<E extends Endpoint, Env extends BaseEnv = BaseEnv, Own = unknown> = (
  context: Omit<Context<E, Env, Own>, 'commit' | 'commitPart'>,
) => Promise<Estimate>

/** An endpoint, the action that implements it, and its dry run where the endpoint has one. */
export interface Route<Env extends BaseEnv = BaseEnv, Own = unknown> {
  endpoint: Endpoint
  action: (context: Context<Endpoint, Env, Own>) => Promise<Reply>
  dryRun: ((context: Context<Endpoint, Env, Own>) => Promise<Estimate>) | undefined
}

/** Binds an endpoint to its action; their types must agree. */
export function route<E extends Endpoint, Env extends BaseEnv = BaseEnv, Own = unknown>(
  endpoint: E,
  action: Action<E, Env, Own>,
  dryRun?: DryRun<E, Env, Own>,
): Route<Env, Own> {
  if ((endpoint.hasDryRun ?? false) !== (dryRun !== undefined)) {
    throw new Error(`${endpoint.name}: hasDryRun and the dry run of its route must agree`)
  }
  return {
    endpoint,
    action: action as unknown as Route<Env, Own>['action'],
    dryRun: dryRun as unknown as Route<Env, Own>['dryRun'],
  }
}

/** What a service does: of its own, or as every service does, such as replays (`runtime/features.ts`). */
export interface Feature<Env extends BaseEnv = BaseEnv, Own = unknown> {
  routes?: Route<Env, Own>[]
  timers?: Timer<Env, Own>[]
  workers?: Worker<Env, Own>[]
}
