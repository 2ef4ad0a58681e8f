/** POSTs JSON with a bearer token to a path of `baseUrl` and returns the parsed response. Throws with the response when
 * it is no success. */
export async function postJson<T>(
  baseUrl: string,
  token: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
