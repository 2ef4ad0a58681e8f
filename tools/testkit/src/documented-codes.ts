import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { ErrorCode } from '@jobboard/contracts/error'
import { errorCodesOf } from '@jobboard/contracts/openapi/errors'
import type { HttpResponse } from './client.ts'

/** The error code of a response that the OpenAPI document does not list for the endpoint; undefined when it does,
 * and for what any request may get: 405, and 413 where the endpoint has no body. */
export function undocumentedCode(
  endpoint: Endpoint,
  { status, body }: Pick<HttpResponse, 'status' | 'body'>,
): string | undefined {
  if (status < 400 || status === 401 || status === 405) return undefined
  if (status === 413 && !endpoint.body) return undefined
  const { code } = body as { code: ErrorCode }
  return errorCodesOf(endpoint).get(status)?.includes(code) ? undefined : `${status} ${code}`
}
