import type { Endpoint, ResponseBody, ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode, type FieldError, unavailable } from '@jobboard/contracts/error'
import { missingService, type UpstreamName } from '@jobboard/contracts/services'
import { type Span, startChild } from '@jobboard/process/tracing/span'
import { CALLER_HEADER, openReusedToken, REQUEST_ID_HEADER, signCaller } from '../auth/caller.ts'
import type { Call, CallInput, CallOptions } from '../lifecycle/call.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { DRAINING_HEADER } from './health.ts'
import { openPeers, type PeerEnv, type Peers } from './peers.ts'
import { OUT_OF_ORDER_MS, openReplicasOf, type Replica } from './replicas.ts'

/** The environment that a caller of peers needs. */
type CallEnv = PeerEnv & Pick<BaseEnv, 'CALLER_SECRET'>

const DEFAULT_TIMEOUT_MS = 2_000
/** An idle connection closes before a peer that drains (`DRAIN_DELAY_MS`) closes its port. */
const POOL = { keepAliveTimeout: 4_000, pipelining: 1, connectTimeoutMs: 1_000 }

/** Opens connection pools from one service to the replicas of its peers. `close` also stops `peers`. */
export function openCall(name: ServiceName, env: CallEnv, peers: Peers = openPeers(env)): Call {
  const token = openReusedToken(env.CALLER_SECRET, { kind: 'service', service: name })
  const opened = openReplicasOf(peers, POOL)

  const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) => {
    const replicas = opened.of(endpoint.service as UpstreamName)
    const only = options.replica && replicas.at(options.replica)
    if (options.replica && !only) throw unavailable(`This replica of the ${endpoint.service} service`)
    const isSafe = endpoint.method === 'GET' || options.isSafe
    // One attempt more than replicas: a connection of an idle pool can be closed by the peer.
    const maxRetries = only ? 1 : replicas.size()
    const { timeoutMs = DEFAULT_TIMEOUT_MS, totalMs = Number.POSITIVE_INFINITY } = options
    const endsAtMs = performance.now() + totalMs
    const tried: Replica[] = []
    for (;;) {
      const replica = only ?? replicas.next(tried)
      const { ejection } = replica
      const release = replica.hold()
      const sentAtMs = performance.now()
      const onDraining = () => ejection.left(performance.now())
      const span = startCallSpan(endpoint)
      try {
        const { caller, at } = options
        const signed = caller ?? (at && { kind: 'service', service: name })
        const proof = signed ? signCaller(env.CALLER_SECRET, signed, undefined, at) : token()
        const limitMs = Math.ceil(Math.min(timeoutMs, endsAtMs - sentAtMs))
        const sent = send(replica, proof, endpoint, input, {
          ...options,
          timeoutMs: limitMs,
          onDraining,
          span,
        })
        const body = (await sent) as ResponseBody<E>
        ejection.succeeded(sentAtMs)
        return body
      } catch (error) {
        if (error instanceof ApiError) {
          ejection.succeeded(sentAtMs)
          throw error
        }
        span?.fail()
        if (!(error instanceof UnknownRoute)) peers.refresh()
        if (isUnsent(error) || isOutOfOrder(error, sentAtMs)) ejection.failed(sentAtMs, performance.now())
        // It works and waits for another service: who asks it again waits as long.
        if (error instanceof FailedResponse && error.missing) throw error.missing
        tried.push(replica)
        const mayRetry = isSafe || isUnsent(error) || error instanceof UnknownRoute
        // A replica that was silent once is not waited for again.
        const isLate = error instanceof Error && error.name === 'TimeoutError'
        const isLast = tried.length > (isLate ? Math.min(maxRetries, replicas.size() - 1) : maxRetries)
        if (!mayRetry || isLast || performance.now() >= endsAtMs)
          throw unavailable(`The ${endpoint.service} service`)
      } finally {
        release()
        span?.end()
      }
    }
  }
  return Object.assign(call, {
    async close() {
      peers.stop()
      await opened.end('close')
    },
  })
}

function startCallSpan({ name, method, path }: Endpoint): Span | undefined {
  const attributes = { 'http.request.method': method, 'http.route': path }
  return startChild({ name: `call ${name}`, kind: 'client', attributes })
}

/** No connection was made, so the peer has not seen the request. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSENT.has(String(error.code))
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** A status that no call expects. */
class FailedResponse extends Error {
  readonly status: number
  /** The other service that it waits for has not responded. */
  readonly missing: ApiError | undefined

  constructor(status: number, message: string, missing?: ApiError) {
    super(message)
    this.status = status
    this.missing = missing
  }
}

/** The replica is of a release without this endpoint, so nothing has happened there. */
class UnknownRoute extends Error {}

function isOutOfOrder(error: unknown, sentAtMs: number): boolean {
  const isUnavailable = error instanceof FailedResponse && error.status === 503
  return isUnavailable && performance.now() - sentAtMs < OUT_OF_ORDER_MS
}

async function send(
  { pool, address }: Replica,
  token: string,
  endpoint: Endpoint,
  input: CallInput<Endpoint>,
  options: CallOptions & { timeoutMs: number; onDraining(): void; span: Span | undefined },
): Promise<unknown> {
  const { timeoutMs, requestId = 'internal', idempotencyKey, onReplayed, span } = options
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) =>
    encodeURIComponent(String(input.params?.[key])),
  )
  const response = await pool.request({
    path: new URL(path, address.url).pathname,
    method: endpoint.method,
    query: Object.fromEntries(Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)),
    headers: {
      ...options.headers,
      [CALLER_HEADER]: token,
      [REQUEST_ID_HEADER]: requestId,
      ...(span && { traceparent: span.traceparent }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.body.text()
  if (response.headers[DRAINING_HEADER] !== undefined) options.onDraining()
  const { statusCode } = response
  if (statusCode >= 500) {
    const missing = otherService(endpoint, statusCode, text)
    throw new FailedResponse(statusCode, `${endpoint.name} returned ${statusCode}`, missing)
  }
  if (statusCode === 401) {
    throw new Error(
      `${endpoint.name} rejected the caller token: CALLER_SECRET must be the same in every service`,
    )
  }
  // Each release sends the id back on every response of an endpoint, and on no 404 for a path that it does not have.
  if (statusCode === 404 && response.headers[REQUEST_ID_HEADER] === undefined) {
    throw new UnknownRoute(`the ${endpoint.service} service has no endpoint ${endpoint.name}`)
  }
  options.onHeaders?.(response.headers)
  if (response.headers['idempotency-replayed']) onReplayed?.()
  if (statusCode >= 400) {
    throw readError(text, response.headers['retry-after'])
  }
  return text === '' ? undefined : JSON.parse(text)
}

// The envelope, or problem details where the caller accepts them.
function readError(text: string, retryAfter: string | string[] | undefined): ApiError {
  const { code, message, detail, errors } = JSON.parse(text) as ErrorBody
  return new ApiError(code, message ?? detail ?? '', {
    ...(retryAfter && { headers: { 'retry-after': String(retryAfter) } }),
    ...(errors && { fields: errors }),
  })
}

/** The error of a service that could not reach another one, which it names. */
function otherService(
  { service }: Pick<Endpoint, 'service'>,
  statusCode: number,
  text: string,
): ApiError | undefined {
  if (statusCode !== 503) return undefined
  try {
    const { code, message, detail } = JSON.parse(text) as ErrorBody
    const named = code === 'unavailable' ? missingService(message ?? detail ?? '') : undefined
    return named === undefined || named === service ? undefined : unavailable(`The ${named} service`)
  } catch {
    return undefined
  }
}

interface ErrorBody {
  code: ErrorCode
  message?: string
  detail?: string
  errors?: FieldError[]
}
