import { ApiError } from '@jobboard/contracts/error'
import { errorBody, helpLink, toApiError } from '@jobboard/service/http/error-response'
import { PROBLEM_TYPE, responseType, wantsProblem, withCharset } from '@jobboard/service/http/media-type'
import { limitUnreadBody } from './connection.ts'
import type { RequestContext } from './request-context.ts'

/** Why a request is not served. `unauthorized` is a 401 without a body (Spec §5). */
export type Refusal = ApiError | 'unauthorized'

/** True when a step refused the request. */
export function isRefusal(result: object | Refusal): result is Refusal {
  return result === 'unauthorized' || result instanceof ApiError
}

/** Sends the response of a refused request. */
export function sendRefusal(context: RequestContext, refusal: Refusal): void {
  if (refusal === 'unauthorized') sendUnauthorized(context)
  else sendError(context, refusal)
}

/** Sends an error envelope, or problem details where the client or the route wants them (D-02, D-03). */
export function sendError(context: RequestContext, thrown: unknown): void {
  const error = toApiError(thrown)
  const { accept } = context.request.headers
  const isProblemRoute = error.code === 'not_found' && context.match?.nearest.problemNotFound === true
  const problem = isProblemRoute || wantsProblem(accept)
  const type = withCharset(problem ? PROBLEM_TYPE : responseType(accept))
  const headers = [...Object.entries(error.headers).flat(), ...helpOf(context, error)]
  send(context, error.status, type, JSON.stringify(errorBody(error, problem)), headers)
}

/** `helpLink` on a port that serves the guides; names and values alternate. */
export function helpOf({ hasErrorGuide }: Pick<RequestContext, 'hasErrorGuide'>, error: ApiError): string[] {
  return hasErrorGuide ? Object.entries(helpLink(error)).flat() : []
}

/** Sends a response without a body: 204. */
export function sendEmpty({ response, responseHeaders }: RequestContext, status: number): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, [...responseHeaders]).end()
}

/** Sends a JSON body in the media type that the client prefers (D-01). */
export function sendJson(context: RequestContext, status: number, body: unknown): void {
  send(context, status, withCharset(responseType(context.request.headers.accept)), JSON.stringify(body))
}

// The same bytes for every reason (Spec §5, D-02).
function sendUnauthorized({ response, responseHeaders }: RequestContext): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(401, [...responseHeaders, 'WWW-Authenticate', 'Bearer', 'Content-Length', '0']).end()
}

function send(
  context: RequestContext,
  status: number,
  type: string,
  text: string,
  headers: string[] = [],
): void {
  const { response, responseHeaders } = context
  if (response.headersSent) return void response.destroy()
  limitUnreadBody(context)
  const own = ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...responseHeaders, ...headers, ...own]).end(text)
}

/** 405 with the methods that the path allows. */
export function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError('method_not_allowed', `${method} is not allowed here; allowed: ${allow}.`, {
    headers: { Allow: allow },
  })
}

/** 413 for a body over the limit. */
export function payloadTooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `The body has more than ${maxBytes / 1_048_576} MiB.`)
}

/** 400 for a key in the URL, which proxies and browsers log. */
export function keyInUrl(): ApiError {
  const message =
    'Never send a key in the URL: URLs get logged. Send it as Authorization: Bearer, and rotate this one.'
  return new ApiError('invalid_request', message)
}

const MAX_PATH_LENGTH = 100

/** 404 for a path that no endpoint has; names the nearest one. The query may hold a secret and is not repeated. */
export function noEndpoint({ router, target: { segments } }: RequestContext): ApiError {
  const near = router.nearestPath(segments)
  const next = near === undefined ? '/openapi.json lists all endpoints.' : `Did you mean ${near}?`
  return new ApiError('not_found', `There is no endpoint ${shorten(`/${segments.join('/')}`)}. ${next}`)
}

function shorten(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}...` : path
}
