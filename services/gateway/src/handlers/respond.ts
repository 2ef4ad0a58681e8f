import type { IncomingMessage } from 'node:http'
import { acceptsIdempotencyKey, type Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError, notFound, unavailable } from '@jobboard/contracts/error'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { withEtag } from '@jobboard/service/http/etag'
import { isDryRun, refusal } from '@jobboard/service/http/prefer'
import { parseQuery } from '@jobboard/service/http/query'
import type { Reply } from '@jobboard/service/http/route'
import { withUnspentCredits } from '../credits.ts'
import type { UpstreamName } from '../env.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import { readBody, streamBody } from '../http/body.ts'
import { sendFailure } from '../http/failure.ts'
import { withHeaders } from '../http/request-context.ts'
import { sendEmpty, sendError, sendJson } from '../http/responses.ts'
import { keyName, ownerName } from '../keys/caller.ts'
import type { Forwarding } from '../proxy/attempt.ts'
import { forwardRequest } from '../proxy/forward-request.ts'
import { isForwarded } from '../proxy/headers.ts'
import { type Admitted, ownEndpoints } from './own-endpoints.ts'
import { countItems } from './quota.ts'

/** How long a service may be silent towards an operator: imports and rebuilds take minutes. */
const ADMIN_TIMEOUT_MS = 300_000

/** Sends the response to an admitted request: the gateway's own endpoints here, all others from their
 * service. Resolves when the response has begun or the client has gone. */
export async function respond(deps: GatewayDeps, admitted: Admitted): Promise<void> {
  const { context, endpoint } = admitted
  try {
    checkPreference(endpoint, context.request)
    if (endpoint.service === 'gateway') return await respondHere(deps, admitted)
    const forwarding = await prepareForwarding(deps, admitted)
    if (forwarding instanceof ApiError) return sendError(context, forwarding)
    const counted = await countWhole(deps, admitted, forwarding)
    const refused = counted.refusal ?? (await forwardRequest(counted.context, forwarding, deps.log))
    if (refused) sendError(counted.context, refused)
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500
    const refused = isRefusal ? await withUnspentCredits(deps.creditBalances, context, admitted.key) : context
    sendFailure(refused, error, deps.log)
  }
}

function countWhole({ limiter }: GatewayDeps, admitted: Admitted, { key, body }: Forwarding) {
  const { context, endpoint, quota } = admitted
  if (endpoint.countedItems === undefined || !quota || !key) return { context, refusal: undefined }
  return countItems(limiter, key, { endpoint, context, decision: quota }, Buffer.isBuffer(body) ? body : null)
}

// Before anything is done: a client that sends `Prefer: dry-run` relies on it.
function checkPreference(endpoint: Endpoint, request: IncomingMessage): void {
  if (isDryRun(endpoint, request.headers, endpoints) && !isForwarded(request, 'prefer')) {
    throw refusal('is listed in Connection and would not reach the service; remove it from Connection')
  }
}

async function respondHere(deps: GatewayDeps, admitted: Admitted): Promise<void> {
  const { context, endpoint } = admitted
  const implementation = ownEndpoints.get(endpoint.name)
  if (!implementation) throw notFound()
  const query = parseQuery(endpoint, context.target.url)
  const result = await implementation(deps, admitted, query as never)
  const reply = endpoint.hasEtag ? withEtag(context.request.headers, result) : { body: result }
  const { status = endpoint.status, body, headers = {} } = reply as Reply
  const responding = withHeaders(context, Object.entries(headers).flat())
  if (body === undefined) sendEmpty(responding, status)
  else sendJson(responding, status, body)
}

/** Receives the body. Unavailable when this gateway has no such service; throws what `readBody` throws. */
async function prepareForwarding(
  { env, upstreams, unsent }: GatewayDeps,
  { context, endpoint, key, callerToken }: Admitted,
): Promise<Forwarding | ApiError> {
  const { service, method, plane } = endpoint
  const upstream = upstreams[service as UpstreamName]
  if (!upstream) return unavailable(`The ${service} service`)
  const name = key && keyName(key)
  return {
    service,
    method,
    upstream,
    key: name,
    owner: key && ownerName(key),
    unsent: plane === 'admin' ? unsent.admin : unsent.public,
    callerToken,
    body: isStreamed(endpoint)
      ? streamBody(context, endpoint.maxBodyBytes ?? MAX_BODY_BYTES)
      : await readBody(context, MAX_BODY_BYTES, name),
    timeoutMs: plane === 'admin' ? ADMIN_TIMEOUT_MS : env.UPSTREAM_TIMEOUT_MS,
    isRepeatable: isRepeatable(endpoint, context.request),
  }
}

// Only operators: a streamed body holds a connection to the service for as long as its sender takes.
function isStreamed({ plane, bodyType }: Endpoint): boolean {
  return plane === 'admin' && bodyType !== undefined
}

// A key that `Connection` lists is not forwarded, so the service could not recognize the second attempt.
function isRepeatable(endpoint: Endpoint, request: IncomingMessage): boolean {
  if (endpoint.method === 'GET') return true
  return acceptsIdempotencyKey(endpoint) && isForwarded(request, 'idempotency-key')
}
