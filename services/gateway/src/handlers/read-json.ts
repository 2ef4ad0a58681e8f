import type { Endpoint, Input } from '@jobboard/contracts/endpoint'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { validationError } from '@jobboard/service/http/error-response'
import { parseBody } from '@jobboard/service/http/media-type'
import { readBody } from '../http/body.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The parsed body of a request to one of the gateway's own endpoints. Throws invalid_request. */
export async function readJson<E extends Endpoint>(
  context: RequestContext,
  endpoint: E,
): Promise<Input<E>['body']> {
  const bytes = await readBody(context, MAX_BODY_BYTES)
  const contentType = context.request.headers['content-type']
  const parsed = endpoint.body!.safeParse(parseBody(contentType, bytes ?? undefined), { reportInput: true })
  if (!parsed.success) throw validationError(parsed.error, 'body')
  return parsed.data as Input<E>['body']
}
