import { Agent, type IncomingMessage, request as open } from 'node:http'

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
    const { body } = request
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const sent = body === undefined ? undefined : raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
    const response = await responseTo(baseUrl + path, method, sent, {
      ...fixed,
      ...(sent && { 'content-type': 'application/json' }),
      ...request.headers,
    })
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const received = headersOf(response)
    const isJson = /json|text\/plain/.test(received.get('content-type') ?? '')
    return {
      status: response.statusCode!,
      headers: received,
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

// `fetch` takes three times the CPU time.
const agent = new Agent({ keepAlive: true })

/** Sends a request. Rejects when the connection breaks before the headers. */
function responseTo(
  url: string,
  method: string,
  body: Buffer | undefined,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': body.length }
    open(url, { agent, method, headers: { ...length, ...headers } }, resolve)
      .once('error', reject)
      .end(body)
  })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return headers
}
