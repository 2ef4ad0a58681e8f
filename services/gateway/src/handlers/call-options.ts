import type { CallOptions } from '@jobboard/service/lifecycle/call'
import type { RequestContext } from '../http/request-context.ts'
import { isForwarded } from '../proxy/headers.ts'

/** How a service is called for a request to one of the gateway's own endpoints: with its id and its `Idempotency-Key`,
 * because the response is stored where the effect is. */
export function callOptions(context: RequestContext): CallOptions {
  const { request, requestId, response } = context
  const idempotencyKey = isForwarded(request, 'idempotency-key')
    ? String(request.headers['idempotency-key'])
    : undefined
  return {
    requestId,
    idempotencyKey,
    onReplayed: () => void response.setHeader('Idempotency-Replayed', 'true'),
  }
}
