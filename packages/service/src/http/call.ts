import type { Endpoint, Input, ResponseBody, ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode, unavailable } from '@jobboard/contracts/error'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { type Span, startChild } from '@jobboard/tracing/span'
import { Agent, request } from 'undici'
import { CALLER_HEADER, REQUEST_ID_HEADER, signCaller } from '../auth/caller.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** Calls another service, signed as this service. Throws the ApiError of a 4xx response, and unavailable on a
 * 5xx, a time-out or a lost connection. */
export interface Call {
  <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResponseBody<E>>
  close(): Promise<void>
}

/** `params` and `query` as written into the URL. */
export interface CallInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: Input<E>['body']
}

export interface CallOptions {
  /** Limit of one attempt, 2 s by default. */
  timeoutMs?: number
  /** Passed on, for the logs of the called service. */
  requestId?: string
  /** Makes a POST safe to repeat (D-60). */
  idempotencyKey?: string | undefined
  /** Called when the response is one that was stored for `idempotencyKey`. */
  onReplayed?(): void
  /** Base URL of the only replica to call. */
  replica?: string
  /** Marks a POST without side effects, which is retried like a GET. */
  isSafe?: boolean
}

/** The environment that a caller of peers needs. */
export type PeerEnv = Omit<BaseEnv, Extract<keyof BaseEnv, `${'DATABASE' | 'STREAM' | 'OUTBOX'}_${string}`>>

const DEFAULT_TIMEOUT_MS = 2_000

/** Opens a connection pool from one service to its peers. */
export function openCall(name: ServiceName, env: PeerEnv): Call {
  const agent = new Agent({ keepAliveTimeout: 10_000, pipelining: 1, connect: { timeout: 1_000 } })
  const peers = peerUrls(env)
  let roundRobin = 0

  const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) => {
    const origins = peers[endpoint.service as keyof typeof peers]
    const replicas = options.replica ? [options.replica] : origins
    const isSafe = endpoint.method === 'GET' || options.isSafe
    const first = roundRobin++
    // One attempt more than replicas: a connection of an idle pool can be closed by the peer.
    for (let attempt = 0; ; attempt++) {
      const origin = replicas[(first + attempt) % replicas.length]!
      const span = startCallSpan(endpoint)
      try {
        return (await send(agent, name, env, origin, endpoint, input, options, span)) as ResponseBody<E>
      } catch (error) {
        if (error instanceof ApiError) throw error
        span?.fail()
        const mayRetry = isSafe || isUnsent(error)
        if (!mayRetry || attempt === replicas.length) throw unavailable(`The ${endpoint.service} service`)
      } finally {
        span?.end()
      }
    }
  }
  return Object.assign(call, { close: () => agent.close() })
}

function startCallSpan({ name, method, path }: Endpoint): Span | undefined {
  const attributes = { 'http.request.method': method, 'http.route': path }
  return startChild({ name: `call ${name}`, kind: 'client', attributes })
}

/** Base URLs of every service's replicas, by service name. */
export function peerUrls(env: PeerEnv): Record<UpstreamName, string[]> {
  const urls = upstreamNames.map((name) => [name, env[peerVariable(name)]])
  return Object.fromEntries(urls) as Record<UpstreamName, string[]>
}

/** No connection was made, so the peer has not seen the request. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSENT.has(String(error.code))
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

async function send(
  dispatcher: Agent,
  name: ServiceName,
  env: PeerEnv,
  origin: string,
  endpoint: Endpoint,
  input: CallInput<Endpoint>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, requestId = 'internal', idempotencyKey, onReplayed }: CallOptions,
  span: Span | undefined,
): Promise<unknown> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) =>
    encodeURIComponent(String(input.params?.[key])),
  )
  const response = await request(new URL(path, origin), {
    dispatcher,
    method: endpoint.method,
    query: Object.fromEntries(Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)),
    headers: {
      [CALLER_HEADER]: signCaller(env.CALLER_SECRET, { kind: 'service', service: name }),
      [REQUEST_ID_HEADER]: requestId,
      ...(span && { traceparent: span.traceparent }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.body.text()
  if (response.statusCode >= 500) throw new Error(`${endpoint.name} returned ${response.statusCode}`)
  if (response.statusCode === 401) {
    throw new Error(
      `${endpoint.name} rejected the caller token: CALLER_SECRET must be the same in every service`,
    )
  }
  if (response.headers['idempotency-replayed']) onReplayed?.()
  if (response.statusCode >= 400) {
    const { code, message } = JSON.parse(text) as { code: ErrorCode; message: string }
    const retryAfter = response.headers['retry-after']
    throw new ApiError(code, message, retryAfter ? { headers: { 'retry-after': String(retryAfter) } } : {})
  }
  return text === '' ? undefined : JSON.parse(text)
}
