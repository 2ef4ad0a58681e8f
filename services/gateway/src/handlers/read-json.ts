import type { Endpoint, Input } from '@jobboard/contracts/endpoint'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { handlingHeaders, parseSentBody, readSentBody } from '@jobboard/service/http/request'
import { readBody } from '../http/body.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The parsed body of a request to one of the gateway's own endpoints. Says in the headers of the response how its unknown
 * fields are handled. Throws invalid_request. */
export async function readJson<E extends Endpoint>(
  context: RequestContext,
  endpoint: E,
): Promise<Input<E>['body']> {
  const bytes = await readBody(context, MAX_BODY_BYTES)
  const sent = readSentBody(endpoint, context.request.headers, bytes ?? undefined)!
  for (const [name, value] of Object.entries(handlingHeaders(sent, false))) {
    context.response.setHeader(name, value)
  }
  return parseSentBody(endpoint, sent) as Input<E>['body']
}
