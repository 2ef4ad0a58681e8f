import { readBalances } from '@jobboard/contracts/credits/internal'
import type { Endpoint, Input, KeyKind, ResponseBody } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { notFound } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { getKey } from '@jobboard/contracts/keys/own'
import { MAX_BODY_BYTES, requestsPerMinute } from '@jobboard/contracts/limits'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import { recordAudit } from '@jobboard/contracts/operators/internal'
import * as operations from '@jobboard/contracts/operators/operations'
import { simulateFailure } from '@jobboard/contracts/sandbox/endpoints'
import type { Decision } from '@jobboard/rate-limit/sliding-log'
import { assertMode } from '@jobboard/service/auth/caller'
import * as deadLetters from '@jobboard/service/every-service/every-service'
import {
  type AskedBy,
  type EveryService,
  listResyncs,
  readReplay,
  readResync,
  startReplay,
  startResync,
} from '@jobboard/service/every-service/every-service'
import { handlingHeaders, parseSentBody, readSentBody } from '@jobboard/service/http/request'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { GatewayDeps } from '../gateway-deps.ts'
import { readBody } from '../http/body.ts'
import type { RequestContext } from '../http/request-context.ts'
import { callerOf, operator } from '../keys/caller.ts'
import { isForwarded } from '../proxy/headers.ts'

/** A request that passed every check of its port. */
export interface Admitted {
  readonly context: RequestContext
  readonly endpoint: Endpoint
  /** The key that the caller presented; operators have none. */
  readonly key: KeyRecord | undefined
  /** The signed identity of the caller, for the services. */
  readonly callerToken: string
  /** How the request was counted; operators have no limit. */
  readonly quota?: Decision
}

/** Receives the parsed query of its endpoint; returns the body of the response, undefined for none. */
type OwnEndpoint = (deps: GatewayDeps, admitted: Admitted, query: never) => Promise<unknown>

/** The endpoints that the gateway implements itself, by name; the effect of most is in a service that the request names. */
export const ownEndpoints = new Map<string, OwnEndpoint>([
  [operations.advanceClock.name, advanceTestClock],
  [getKey.name, describeKey],
  [simulateFailure.name, simulate],
  [
    operations.replayEvents.name,
    async (deps, { context }) =>
      startReplay(every(deps), await readJson(context, operations.replayEvents), askedBy(context)),
  ],
  [
    operations.getReplay.name,
    (deps, { context }) => readReplay(every(deps), lastSegment(context), context.requestId),
  ],
  [
    operations.listDeadLetters.name,
    (deps, { context }, query) => deadLetters.listDeadLetters(every(deps), query, context.requestId),
  ],
  [
    operations.getDeadLetter.name,
    (deps, { context }) => deadLetters.getDeadLetter(every(deps), deadLetterId(context), context.requestId),
  ],
  [
    operations.retryDeadLetter.name,
    (deps, { context }) => deadLetters.retryDeadLetter(every(deps), deadLetterId(context), askedBy(context)),
  ],
  [
    operations.dropDeadLetter.name,
    (deps, { context }) => deadLetters.dropDeadLetter(every(deps), deadLetterId(context), askedBy(context)),
  ],
  [
    operations.startResync.name,
    async (deps, { context }) => {
      const { service } = await readJson(context, operations.startResync)
      return startResync(every(deps), service, askedBy(context))
    },
  ],
  [
    operations.getResync.name,
    (deps, { context }) => readResync(every(deps), lastSegment(context), context.requestId),
  ],
  [
    operations.listResyncs.name,
    (deps, { context }, query) => listResyncs(every(deps), query, context.requestId),
  ],
])

/** Returns what the caller's key may do and the credits it can spend (D-63). Throws unavailable when a ledger
 * does not respond. */
async function describeKey(
  { call }: GatewayDeps,
  { context, key }: Admitted,
): Promise<ResponseBody<typeof getKey>> {
  const { id, kind, name, userId, scopes, expiresAtMs, employerId, sandboxId } = key!
  return {
    id,
    kind,
    name,
    userId,
    scopes,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    limits: familiesOf(kind).map((family) => ({ family, requestsPerMinute: requestsPerMinute[family] })),
    credits: employerId === null ? null : await balances(call, employerId, context.requestId),
    ...(sandboxId !== undefined && { sandbox: true }),
  }
}

/** Lets the next calls of a key of a sandbox fail. Throws not_found for a live key, invalid_request. */
async function simulate({ simulatedFailures }: GatewayDeps, { context, key }: Admitted): Promise<undefined> {
  assertMode(simulateFailure, callerOf(key!))
  simulatedFailures.set(key!.id, await readJson(context, simulateFailure))
}

// Each kind of credit has its ledger in the service that spends it.
async function balances(call: Call, employerId: number, requestId: string) {
  const [jobs, search] = await Promise.all([
    call(readBalances('jobs'), { params: { employerId } }, { requestId }),
    call(readBalances('search'), { params: { employerId } }, { requestId }),
  ])
  return { JobPosting: 0, CvSearch: 0, CvDownload: 0, ...jobs, ...search }
}

function familiesOf(kind: KeyKind) {
  const families = endpoints.flatMap(({ keys, limit }) => (keys?.includes(kind) && limit ? [limit] : []))
  return [...new Set(families)]
}

/** Moves the business clock of the whole stack (D-55) and records the move in the audit log. Throws
 * not_found without `TEST_CLOCK`, invalid_request, unavailable naming the service that did not move. */
async function advanceTestClock(
  { env, call, clock, testClock }: GatewayDeps,
  { context }: Admitted,
): Promise<{ now: string }> {
  if (!env.TEST_CLOCK) throw notFound()
  const { seconds } = await readJson(context, operations.advanceClock)
  // Whole milliseconds: Postgres stores no smaller fraction of an offset.
  const byMs = Math.round(seconds * 1_000)
  const { beforeMs, afterMs } = await testClock.advance(byMs)
  if (byMs > 0) {
    const action = 'advance-clock' satisfies AuditAction
    const change = { before: { offsetMs: beforeMs }, after: { offsetMs: afterMs } }
    const body = { actor: operator.actor, action, object: 'clock', ...change }
    await call(recordAudit, { body }, { requestId: context.requestId })
  }
  return { now: clock.now().toISOString() }
}

function lastSegment({ target }: RequestContext): string {
  return target.segments.at(-1)!
}

/** Of /admin/v1/events/dead-letters/{deadLetterId} and the paths below it. */
function deadLetterId({ target }: RequestContext): string {
  return target.segments[4]!
}

function every({ call, env }: GatewayDeps): EveryService {
  return { call, services: env.SERVICES }
}

/** How a service is called: with the id of the request and its `Idempotency-Key`, because the response is stored where the
 * effect is. */
function askedBy({ request, requestId, response }: RequestContext): AskedBy {
  const idempotencyKey = isForwarded(request, 'idempotency-key')
    ? String(request.headers['idempotency-key'])
    : undefined
  const onReplayed = () => void response.setHeader('Idempotency-Replayed', 'true')
  return { requestId, idempotencyKey, onReplayed, actor: operator.actor }
}

/** The parsed body of a request to one of the gateway's own endpoints. Says in the headers of the response how its unknown
 * fields are handled. Throws invalid_request. */
async function readJson<E extends Endpoint>(context: RequestContext, endpoint: E): Promise<Input<E>['body']> {
  const bytes = await readBody(context, MAX_BODY_BYTES)
  const sent = readSentBody(endpoint, context.request.headers, bytes ?? undefined)!
  for (const [name, value] of Object.entries(handlingHeaders(sent, false))) {
    context.response.setHeader(name, value)
  }
  return parseSentBody(endpoint, sent) as Input<E>['body']
}
