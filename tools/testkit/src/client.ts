/** What came back: the status, the headers, and the body as sent and as parsed. */
export interface HttpResponse<Body = unknown> {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** One request; a string or bytes body goes out as it is, anything else as JSON. */
export interface HttpRequest {
  body?: unknown
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads an answer before its shape is proved
type Json = any

/** Speaks HTTP to one base URL with fixed headers. */
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

/** A client of `baseUrl` that adds `headers` to each request, for example an API key. */
export function client(
  baseUrl: string,
  headers: Record<string, string> | (() => Record<string, string>) = {},
): Client {
  const send: Client['send'] = async (method, path, request = {}) => {
    const own = typeof headers === 'function' ? headers() : headers
    const raw = typeof request.body === 'string' || request.body instanceof Uint8Array
    const answer = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...own,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body === undefined ? null : raw ? (request.body as string) : JSON.stringify(request.body),
    })
    const text = await answer.text()
    const isJson = /json|text\/plain/.test(answer.headers.get('content-type') ?? '')
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }
  return {
    send,
    get: (path, request) => send('GET', path, request),
    post: (path, body, extra) => send('POST', path, { body, headers: extra ?? {} }),
    put: (path, body, extra) => send('PUT', path, { body, headers: extra ?? {} }),
    delete: (path, extra) => send('DELETE', path, { headers: extra ?? {} }),
  }
}
