import { createHash, randomUUID } from 'node:crypto'
import type { dryRunResult } from '@jobboard/contracts/credits/credit'
import { acceptsIdempotencyKey, type Endpoint } from '@jobboard/contracts/endpoint'
import type { ApiError } from '@jobboard/contracts/error'
import { LINKED_DATA_TYPE } from '@jobboard/contracts/jobs/open-jobs'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { userIdOf, userOf } from './author.ts'
import { checkCost } from './credit-headers.ts'
import { toApiError } from './error-response.ts'
import {
  claim,
  deleteParts,
  findPart,
  findResponse,
  isFinal,
  type Operation,
  operationOf,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts'
import { parseInput, type ReadRequest } from './request.ts'
import type { Context, Reply, Route } from './route.ts'
import { chargeSandbox } from './sandbox-bytes.ts'

/** A response to send; `credits` are those of this request. */
export type Handled = StoredResponse & Pick<Reply, 'credits' | 'spooled'>

/** Handles one request of an authenticated caller: replays the stored response of its `Idempotency-Key` if
 * there is one (D-60), otherwise parses the request and runs the action. Throws what the action throws. */
export async function handle<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  { endpoint, action }: Route<Env, Own>,
  read: ReadRequest,
): Promise<Handled> {
  const operation = operationOfRequest(endpoint, read)
  const now = deps.clock.now()
  const stored = operation && (await findStored(endpoint, deps.db.sql, operation, now))
  if (stored) return replayed(stored)
  try {
    // Not replayed, a paid POST costs something: one that may not is refused before its work.
    if (endpoint.cost && endpoint.method === 'POST') checkCost(read.maxCredits, 1)
    const context = toContext(deps, endpoint, read, operation, now)
    const reply = await action(context as Context<Endpoint, Env, Own>)
    // `credits` is not stored: a replay costs nothing.
    return { ...toResponse(endpoint, reply), credits: reply.credits, spooled: reply.spooled }
  } catch (thrown) {
    if (thrown instanceof ConcurrentReplay) {
      return replayed((await findResponse(deps.db.sql, operation!, now))!)
    }
    const error = toApiError(thrown)
    if (operation && !endpoint.returnsSecret && error.status < 500) {
      // The first request with this key may have committed after the look-up above, and its effect may be the
      // reason for this refusal (an application that exists already, for example).
      const first = await findResponse(deps.db.sql, operation, now)
      if (first) return replayed(first)
      if (isFinal(error)) await storeResponse(deps.db.sql, operation, toErrorResponse(error), now)
    }
    throw thrown
  }
}

// A response with a secret is never stored: its action repeats it, if anything does.
function findStored(endpoint: Endpoint, sql: Sql, operation: Operation, now: Date) {
  return endpoint.returnsSecret ? undefined : findResponse(sql, operation, now)
}

/** The operation that the `Idempotency-Key` of a request names, if it has one. Throws unattributable, invalid_request. */
function operationOfRequest(endpoint: Endpoint, read: ReadRequest): Operation | undefined {
  const { caller, request, idempotencyKey, bytes } = read
  if (endpoint.recordsAuthor && caller.kind === 'recruiter') userIdOf(caller)
  if (!acceptsIdempotencyKey(endpoint)) return undefined
  const who = { owner: ownerOf(caller), authorUserId: endpoint.recordsAuthor ? userOf(caller) : null }
  return operationOf(idempotencyKey, who, endpoint.method, request.url, bytes)
}

/** Rolls back, because another request with the same key has committed first: its response is replayed. */
export class ConcurrentReplay extends Error {}

/** The request as its action receives it. Throws what is wrong with its parameters, query or body. */
function toContext<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  endpoint: Endpoint,
  read: ReadRequest,
  operation: Operation | undefined,
  now: Date,
) {
  const { request, caller, maxCredits, at = now } = read
  const parts: string[] = []
  const charge = (sql: Tx, stored = '') => chargeSandbox(sql, deps.name, endpoint, read, stored)
  return {
    ...parseInput(endpoint, read),
    service: deps,
    caller,
    get employerId() {
      return caller.kind === 'recruiter' ? caller.employerId : calledWithout('an employer', endpoint)
    },
    get userId() {
      return userOf(caller) ?? calledWithout('a user', endpoint)
    },
    get candidateId() {
      return caller.kind === 'candidate' ? caller.candidateId : calledWithout('a candidate', endpoint)
    },
    get keyId() {
      return ('keyId' in caller ? caller.keyId : null) ?? calledWithout('a key', endpoint)
    },
    requestId: request.id,
    operationId: operation ? operationIdOf(operation) : randomUUID(),
    now: at,
    headers: request.headers,
    bodyStream: request.raw,
    log: deps.log,
    sql: deps.db.sql,
    read: deps.db.readTx,
    commit: (work: (sql: Tx) => Promise<Reply>) =>
      deps.db.tx(async (sql) => {
        const isStored = operation && !endpoint.returnsSecret
        if (isStored) await claim(sql, operation)
        const reply = await work(sql)
        checkCost(maxCredits, reply.credits?.cost ?? 0)
        const response = isStored ? toResponse(endpoint, reply) : undefined
        if (response && !(await storeResponse(sql, operation!, response, now))) throw new ConcurrentReplay()
        if (operation && parts.length > 0) await deleteParts(sql, operation, parts)
        await charge(sql, response?.body ?? '')
        return reply
      }),
    commitPart: <T>(path: string, work: (sql: Tx) => Promise<T>) => {
      parts.push(path)
      return deps.db.tx(async (sql) => {
        const result = await (operation ? runPart(sql, operation, path, work, now) : work(sql))
        await charge(sql)
        return result
      })
    },
  }
}

/** Runs one of several transactions of an operation, or returns what it has returned before. */
async function runPart<T>(
  sql: Tx,
  operation: Operation,
  path: string,
  work: (sql: Tx) => Promise<T>,
  now: Date,
): Promise<T> {
  const part = { ...operation, path }
  await claim(sql, part)
  const found = await findPart(sql, operation, path, now)
  // Another request with the same key has finished the operation, and deleted its parts with that.
  if (found === 'finished') throw new ConcurrentReplay()
  if (found) return JSON.parse(found.body!) as T
  const result = await work(sql)
  await storeResponse(sql, part, { status: 200, headers: {}, body: JSON.stringify(result) }, now)
  return result
}

function calledWithout(what: string, { name }: Endpoint): never {
  throw new Error(`${name} was called without ${what}`)
}

function ownerOf(caller: Caller): string {
  if (caller.kind === 'recruiter') return `employer:${caller.employerId}`
  if (caller.kind === 'candidate') return `candidate:${caller.candidateId}`
  return caller.kind
}

function operationIdOf({ owner, method, path, key }: Operation): string {
  return createHash('sha256').update([owner, method, path, key].join('\n')).digest('hex')
}

function toResponse(endpoint: Endpoint, reply: Reply): StoredResponse {
  return {
    status: reply.status ?? endpoint.status,
    headers: reply.headers ?? {},
    body: reply.body === undefined ? null : toText(reply),
  }
}

// JSON-LD is made to be put into a script element of a page: no character there may end or open anything.
function toText({ body, headers }: Reply): string {
  const text = JSON.stringify(body)
  if (headers?.['content-type'] !== LINKED_DATA_TYPE) return text
  return text.replace(/[<>&\u2028\u2029]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function toErrorResponse(error: ApiError): StoredResponse {
  return {
    status: error.status,
    headers: error.headers,
    body: JSON.stringify({ code: error.code, message: error.message }),
  }
}

function replayed(stored: StoredResponse): StoredResponse {
  return { ...stored, headers: { ...stored.headers, 'idempotency-replayed': 'true' } }
}

/** Handles a dry run: reads the stored response of its `Idempotency-Key`, else runs the checks of the action, and
 * stores nothing. Throws what the action would throw. */
export async function handleDryRun<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  { endpoint, dryRun }: Route<Env, Own>,
  read: ReadRequest,
): Promise<Handled> {
  const operation = operationOfRequest(endpoint, read)
  const now = deps.clock.now()
  const stored = operation && (await findResponse(deps.db.sql, operation, now))
  if (stored && stored.status >= 400) return replayed(stored)
  const context = toContext(deps, endpoint, read, operation, now)
  const {
    credits = null,
    dailyApplies = null,
    applications,
    items,
  } = stored ? {} : await dryRun!(context as Context<Endpoint, Env, Own>)
  const result: z.output<typeof dryRunResult> = {
    wouldSucceed: true,
    status: stored?.status ?? endpoint.status,
    credits,
    dailyApplies,
    ...(applications && { applications }),
    isReplay: stored !== undefined,
    ...(items && { items }),
  }
  const headers = credits ? { credits: { cost: 0, remaining: credits.balance } } : {}
  return { status: 200, headers: {}, body: JSON.stringify(result), ...headers }
}
