/** A response: `text` is the body as received, `body` its parsed JSON, undefined if it is not JSON. */
export interface HttpResponse<Body = unknown> {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** A request. A string or bytes body is sent as it is, any other value as JSON. */
export interface HttpRequest {
  body?: unknown
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the body before its shape is checked
type Json = any

/** An HTTP client of one base URL with fixed headers. */
export interface Client {
  send<Body = Json>(method: string, path: string, request?: HttpRequest): Promise<HttpResponse<Body>>
  get<Body = Json>(path: string, request?: HttpRequest): Promise<HttpResponse<Body>>
  post<Body = Json>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpResponse<Body>>
  put<Body = Json>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpResponse<Body>>
  delete<Body = Json>(path: string, headers?: Record<string, string>): Promise<HttpResponse<Body>>
}

/** A client of `baseUrl` that adds `headers`, for example an API key, to each request. */
export function client(
  baseUrl: string,
  headers: Record<string, string> | (() => Record<string, string>) = {},
): Client {
  const send: Client['send'] = async (method, path, request = {}) => {
    const fixed = typeof headers === 'function' ? headers() : headers
    const raw = typeof request.body === 'string' || request.body instanceof Uint8Array
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...fixed,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body === undefined ? null : raw ? (request.body as string) : JSON.stringify(request.body),
    })
    const text = await response.text()
    const isJson = /json|text\/plain/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }
  return clientOf(send)
}

/** A client whose methods all call `send`. */
export function clientOf(send: Client['send']): Client {
  return {
    send,
    get: (path, request) => send('GET', path, request),
    post: (path, body, extra) => send('POST', path, { body, headers: extra ?? {} }),
    put: (path, body, extra) => send('PUT', path, { body, headers: extra ?? {} }),
    delete: (path, extra) => send('DELETE', path, { headers: extra ?? {} }),
  }
}
