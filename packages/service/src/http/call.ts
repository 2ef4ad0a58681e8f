import type { Endpoint, Input, ResponseBody, ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode, unavailable } from '@jobboard/contracts/error'
import type { UpstreamName } from '@jobboard/contracts/services'
import { type Span, startChild } from '@jobboard/tracing/span'
import type { Pool } from 'undici'
import { CALLER_HEADER, REQUEST_ID_HEADER } from '../auth/caller.ts'
import { openReusedToken } from '../auth/reused-token.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { DRAINING_HEADER } from './draining.ts'
import { Ejection } from './ejection.ts'
import { openPeerPools } from './peer-pools.ts'
import { openPeers, type PeerAddress, type PeerEnv, type Peers } from './peers.ts'

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
  /** The only replica to call. */
  replica?: PeerAddress
  /** Marks a POST without side effects, which is retried like a GET. */
  isSafe?: boolean
}

/** The environment that a caller of peers needs. */
type CallEnv = PeerEnv & Pick<BaseEnv, 'CALLER_SECRET'>

const DEFAULT_TIMEOUT_MS = 2_000
/** An idle connection closes before a peer that drains (`DRAIN_DELAY_MS`) closes its port. */
const KEEP_ALIVE_MS = 4_000
const CONNECT_TIMEOUT_MS = 1_000

/** Opens connection pools from one service to the replicas of its peers. `close` also stops `peers`. */
export function openCall(name: ServiceName, env: CallEnv, peers: Peers = openPeers(env)): Call {
  const pools = openPeerPools(peers, {
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  })
  const token = openReusedToken(env.CALLER_SECRET, { kind: 'service', service: name })
  const ejections = new WeakMap<PeerAddress, Ejection>()
  const ejectionOf = (address: PeerAddress): Ejection => {
    const ejection = ejections.get(address) ?? new Ejection()
    ejections.set(address, ejection)
    return ejection
  }
  let roundRobin = 0

  /** The healthy replicas in turn, then the ejected ones. */
  const inOrder = (service: UpstreamName): readonly PeerAddress[] => {
    const addresses = peers.addressesOf(service)
    if (addresses.length === 1) return addresses
    const first = roundRobin++ % addresses.length
    const rotated = [...addresses.slice(first), ...addresses.slice(0, first)]
    const nowMs = performance.now()
    const isEjected = (address: PeerAddress) => ejectionOf(address).isEjected(nowMs)
    return [...rotated.filter((one) => !isEjected(one)), ...rotated.filter(isEjected)]
  }

  const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) => {
    const replicas = options.replica ? [options.replica] : inOrder(endpoint.service as UpstreamName)
    const isSafe = endpoint.method === 'GET' || options.isSafe
    // One attempt more than replicas: a connection of an idle pool can be closed by the peer.
    for (let attempt = 0; ; attempt++) {
      const replica = replicas[attempt % replicas.length]!
      const ejection = ejectionOf(replica)
      const sentAtMs = performance.now()
      const onDraining = () => ejection.left(performance.now())
      const span = startCallSpan(endpoint)
      const attemptOptions = { ...options, onDraining, span }
      try {
        const sent = send(pools.of(replica), token(), replica, endpoint, input, attemptOptions)
        const body = (await sent) as ResponseBody<E>
        ejection.succeeded(sentAtMs)
        return body
      } catch (error) {
        if (error instanceof ApiError) throw error
        span?.fail()
        peers.refresh()
        if (isUnsent(error)) ejection.failed(sentAtMs, performance.now())
        const mayRetry = isSafe || isUnsent(error)
        if (!mayRetry || attempt === replicas.length) throw unavailable(`The ${endpoint.service} service`)
      } finally {
        span?.end()
      }
    }
  }
  return Object.assign(call, {
    close() {
      peers.stop()
      return pools.close()
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

async function send(
  pool: Pool,
  token: string,
  { url }: PeerAddress,
  endpoint: Endpoint,
  input: CallInput<Endpoint>,
  options: CallOptions & { onDraining(): void; span: Span | undefined },
): Promise<unknown> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, requestId = 'internal', idempotencyKey, onReplayed, span } = options
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) =>
    encodeURIComponent(String(input.params?.[key])),
  )
  const response = await pool.request({
    path: new URL(path, url).pathname,
    method: endpoint.method,
    query: Object.fromEntries(Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)),
    headers: {
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
