import type { Endpoint, Input, ResponseBody, ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode, unavailable } from '@jobboard/contracts/error'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { Agent, request } from 'undici'
import { CALLER_HEADER, REQUEST_ID_HEADER, signCaller } from '../auth/caller.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** Asks another service, as this service. Throws the other side's ApiError, or unavailable when it does not answer. */
export interface Call {
  <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResponseBody<E>>
  close(): Promise<void>
}

/** Parameters and query as they stand in the URL. */
export interface CallInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: Input<E>['body']
}

/** `timeoutMs` covers one try; the request id is passed on for the logs; `replica` asks this base URL only; `isSafe`
 * marks a POST that changes nothing. */
export interface CallOptions {
  timeoutMs?: number
  requestId?: string
  replica?: string
  isSafe?: boolean
}

/** What a caller needs to know of the environment. */
export type PeerEnv = Omit<BaseEnv, 'DATABASE_URL' | 'DATABASE_POOL'>

const DEFAULT_TIMEOUT_MS = 2_000

/** Opens the connections of one service to its peers. */
export function openCall(name: ServiceName, env: PeerEnv): Call {
  const agent = new Agent({ keepAliveTimeout: 10_000, pipelining: 1, connect: { timeout: 1_000 } })
  const peers = peerUrls(env)
  let turn = 0

  const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) => {
    const origins = peers[endpoint.service as keyof typeof peers]
    // A safe call is tried once more, on the next replica if there is one.
    const tries = endpoint.method === 'GET' || options.isSafe ? 2 : 1
    for (let left = tries; ; left--) {
      const origin = options.replica ?? origins[turn++ % origins.length]!
      try {
        return (await send(agent, name, env, origin, endpoint, input, options)) as ResponseBody<E>
      } catch (error) {
        if (error instanceof ApiError) throw error
        if (left === 1) throw unavailable(`The ${endpoint.service} service`)
      }
    }
  }
  return Object.assign(call, { close: () => agent.close() })
}

/** Base URLs of every service by name. */
export function peerUrls(env: PeerEnv): Record<UpstreamName, string[]> {
  const urls = upstreamNames.map((name) => [name, env[peerVariable(name)]])
  return Object.fromEntries(urls) as Record<UpstreamName, string[]>
}

async function send(
  dispatcher: Agent,
  name: ServiceName,
  env: PeerEnv,
  origin: string,
  endpoint: Endpoint,
  input: CallInput<Endpoint>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, requestId = 'internal' }: CallOptions,
): Promise<unknown> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) =>
    encodeURIComponent(String(input.params?.[key])),
  )
  const answer = await request(new URL(path, origin), {
    dispatcher,
    method: endpoint.method,
    query: Object.fromEntries(Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)),
    headers: {
      [CALLER_HEADER]: signCaller(env.CALLER_SECRET, { kind: 'service', service: name }),
      [REQUEST_ID_HEADER]: requestId,
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 500) throw new Error(`${endpoint.name} answered ${answer.statusCode}`)
  if (answer.statusCode === 401)
    throw new Error(`${endpoint.name} did not accept our signature: is CALLER_SECRET the same?`)
  if (answer.statusCode >= 400) {
    const { code, message } = JSON.parse(text) as { code: ErrorCode; message: string }
    throw new ApiError(code, message)
  }
  return text === '' ? undefined : JSON.parse(text)
}
