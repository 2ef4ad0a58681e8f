import { createHash, randomUUID } from 'node:crypto'
import { acceptsIdempotencyKey, type Endpoint } from '@jobboard/contracts/endpoint'
import { type ApiError, notFound } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { toApiError, validationError } from './error-response.ts'
import {
  claim,
  findResponse,
  isFinal,
  type Operation,
  operationOf,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts'
import { parseBody } from './media-type.ts'
import type { Context, Reply, Route } from './route.ts'

/** Answers one request of an authenticated caller: replays it when its `Idempotency-Key` is known (D-60),
 * otherwise parses it and runs the action. Throws what the action throws. */
export async function handle<Env extends BaseEnv>(
  deps: Deps<Env>,
  { endpoint, action }: Route<Env>,
  request: FastifyRequest,
  caller: Caller,
): Promise<StoredResponse & Pick<Reply, 'credits'>> {
  const owner = ownerOf(caller)
  const operation = acceptsIdempotencyKey(endpoint)
    ? operationOf(request.headers['idempotency-key'], owner, endpoint.method, request.url, rawBody(request))
    : undefined
  const now = deps.clock.now()
  const known = operation && (await findResponse(deps.db.sql, operation, now))
  if (known) return replayed(known)
  try {
    const context = toContext(deps, endpoint, request, caller, operation, now)
    const reply = await action(context as Context<Endpoint, Env>)
    // Not in what is stored: a replay costs nothing.
    return { ...toAnswer(endpoint, reply), credits: reply.credits }
  } catch (thrown) {
    if (thrown instanceof ConcurrentReplay)
      return replayed((await findResponse(deps.db.sql, operation!, now))!)
    const error = toApiError(thrown)
    if (operation && error.status < 500) {
      // What refused this one may be the effect of the first request with its key, committed after the look above.
      const first = await findResponse(deps.db.sql, operation, now)
      if (first) return replayed(first)
      if (isFinal(error)) await storeResponse(deps.db.sql, operation, toErrorAnswer(error), now)
    }
    throw thrown
  }
}

/** Another request with the same key committed first. */
class ConcurrentReplay extends Error {}

function toContext<Env extends BaseEnv>(
  deps: Deps<Env>,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  operation: Operation | undefined,
  now: Date,
) {
  return {
    ...parseInput(endpoint, request),
    service: deps,
    caller,
    get employerId() {
      if (caller.kind !== 'recruiter') throw new Error(`${endpoint.name} was called by a ${caller.kind}`)
      return caller.employerId
    },
    get candidateId() {
      if (caller.kind !== 'candidate') throw new Error(`${endpoint.name} was called by a ${caller.kind}`)
      return caller.candidateId
    },
    requestId: request.id,
    operationId: operation ? operationIdOf(operation) : randomUUID(),
    now,
    headers: request.headers,
    log: deps.log,
    sql: deps.db.sql,
    commit: (work: (sql: Tx) => Promise<Reply>) =>
      deps.db.tx(async (sql) => {
        if (!operation) return work(sql)
        await claim(sql, operation)
        const reply = await work(sql)
        if (!(await storeResponse(sql, operation, toAnswer(endpoint, reply), now)))
          throw new ConcurrentReplay()
        return reply
      }),
  }
}

// D-04: whatever is no id in an id's place is an object that does not exist.
function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = endpoint.params?.safeParse(request.params)
  if (params && !params.success) throw notFound()
  const query = endpoint.query?.safeParse(request.query)
  if (query && !query.success) throw validationError(query.error, 'query')
  const body = endpoint.body?.safeParse(parseBody(request.headers['content-type'], rawBody(request)))
  if (body && !body.success) throw validationError(body.error, 'body')
  return { params: params?.data, query: query?.data, body: body?.data }
}

function rawBody(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined
}

function ownerOf(caller: Caller): string {
  if (caller.kind === 'recruiter') return `employer:${caller.employerId}`
  if (caller.kind === 'candidate') return `candidate:${caller.candidateId}`
  return caller.kind
}

function operationIdOf({ owner, method, path, key }: Operation): string {
  return createHash('sha256').update([owner, method, path, key].join('\n')).digest('hex')
}

function toAnswer(endpoint: Endpoint, reply: Reply): StoredResponse {
  return {
    status: reply.status ?? endpoint.status,
    headers: reply.headers ?? {},
    body: reply.body === undefined ? null : JSON.stringify(reply.body),
  }
}

function toErrorAnswer(error: ApiError): StoredResponse {
  return {
    status: error.status,
    headers: error.headers,
    body: JSON.stringify({ code: error.code, message: error.message }),
  }
}

function replayed(answer: StoredResponse): StoredResponse {
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } }
}
