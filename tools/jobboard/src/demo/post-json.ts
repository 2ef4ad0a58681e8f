/** POSTs JSON with a bearer token to a path of `baseUrl` and returns the parsed response. Throws with the response when
 * it is no success. */
export function postJson<T>(
  baseUrl: string,
  token: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<T> {
  return sendJson(baseUrl, token, 'POST', path, body, signal, idempotencyKey)
}

/** The same, to read. */
export function getJson<T>(baseUrl: string, token: string, path: string, signal?: AbortSignal): Promise<T> {
  return sendJson(baseUrl, token, 'GET', path, undefined, signal)
}

async function sendJson<T>(
  baseUrl: string,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  idempotencyKey?: string,
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
