import { ApiError } from '@jobboard/contracts/error'
import { errorBody, toApiError } from '@jobboard/service/http/error-response'
import { PROBLEM_TYPE, responseType, wantsProblem, withCharset } from '@jobboard/service/http/media-type'
import type { Exchange } from './exchange.ts'

type Answering = Pick<Exchange, 'request' | 'response' | 'headers'>

/** Answers with an error envelope, or problem details when asked for (D-02, D-03). */
export function sendError(exchange: Answering, thrown: unknown, problemNotFound = false): void {
  const error = toApiError(thrown)
  const { accept } = exchange.request.headers
  const problem = wantsProblem(accept) || (problemNotFound && error.code === 'not_found')
  const type = withCharset(problem ? PROBLEM_TYPE : responseType(accept))
  const headers = Object.entries(error.headers).flat()
  send(exchange, error.status, type, JSON.stringify(errorBody(error, problem)), headers)
}

/** Answers 401, the same bytes for whatever was wrong with the key (Spec §5, D-02). */
export function sendUnauthorized({ response, headers }: Answering): void {
  response.writeHead(401, [...headers, 'WWW-Authenticate', 'Bearer', 'Content-Length', '0']).end()
}

/** Answers with a JSON body in the media type that the client prefers (D-01). */
export function sendJson(exchange: Answering, status: number, body: unknown): void {
  send(exchange, status, withCharset(responseType(exchange.request.headers.accept)), JSON.stringify(body))
}

function send(
  { response, headers }: Answering,
  status: number,
  type: string,
  text: string,
  more: string[] = [],
): void {
  if (response.headersSent) return void response.destroy()
  const own = ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...headers, ...more, ...own]).end(text)
}

/** 405 with what the path allows. */
export function wrongMethod(method: string, allow: string): ApiError {
  return new ApiError('method_not_allowed', `${method} is not allowed here; allowed: ${allow}.`, {
    headers: { Allow: allow },
  })
}

/** 413 for a body over the limit. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The body has more than 1 MiB.')
}

/** 400 for a key in the URL, which proxies and browsers write down. */
export function keyInUrl(): ApiError {
  const message =
    'Never send a key in the URL: URLs get logged. Send it as Authorization: Bearer, and rotate this one.'
  return new ApiError('invalid_request', message)
}
