import { acceptsIdempotencyKey, type Endpoint } from '@jobboard/contracts/endpoint'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import type { UpstreamName } from '../env.ts'
import { takeBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Parts } from '../parts.ts'
import { forward } from '../proxy/forward.ts'
import { localAnswers } from './local.ts'

/** How long a service may be silent towards an operator: imports and rebuilds take their time. */
const ADMIN_TIMEOUT_MS = 300_000

/** Answers an admitted request: the gateway's own endpoints here, all others by their service. `passport` says, signed,
 * who is calling. */
export async function onward(
  parts: Parts,
  exchange: Exchange,
  endpoint: Endpoint,
  passport: string,
): Promise<void> {
  if (endpoint.service === 'gateway') {
    const answer = localAnswers.get(endpoint.name)
    if (!answer) throw notFound()
    await answer(parts, exchange)
    return exchange.onAnswer(exchange.response.statusCode)
  }
  const upstream = parts.upstreams[endpoint.service as UpstreamName]
  if (!upstream) throw unavailable(`The ${endpoint.service} service`)
  // A body of another type, such as an import, is a stream whose length its service decides on.
  const maxBytes = endpoint.bodyType ? Number.POSITIVE_INFINITY : MAX_BODY_BYTES
  const body = takeBody(exchange.request, maxBytes)
  exchange.acceptBody()
  const onward = {
    service: endpoint.service,
    upstream,
    passport,
    body: await body,
    timeoutMs: endpoint.plane === 'admin' ? ADMIN_TIMEOUT_MS : parts.env.UPSTREAM_TIMEOUT_MS,
    isRepeatable:
      endpoint.method === 'GET' ||
      (acceptsIdempotencyKey(endpoint) && exchange.request.headers['idempotency-key'] !== undefined),
  }
  forward(exchange, onward, parts.log)
}
