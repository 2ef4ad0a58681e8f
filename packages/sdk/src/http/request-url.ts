type Value = string | number | boolean | null | undefined

/** The URL of a request. A query parameter that is undefined is not sent. */
export function requestUrl(
  baseUrl: string,
  path: string,
  pathParams: Record<string, Value> = {},
  query: Record<string, Value> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(requireParam(pathParams, name)),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return originOf(baseUrl) + filled + suffix
}

const API_PATH = '/api/v1'

/** A base URL without the path that every operation begins with, and without slashes at its end: people copy
 * `https://api.example.com/api/v1/` from an example. */
function originOf(baseUrl: string): string {
  const trimmed = withoutSlashes(baseUrl)
  return trimmed.endsWith(API_PATH) ? withoutSlashes(trimmed.slice(0, -API_PATH.length)) : trimmed
}

const withoutSlashes = (url: string) => url.replace(/(?<!\/)\/+$/, '')

// An empty segment would name another resource, and `.` and `..` are removed by URL parsers.
function requireParam(params: Record<string, Value>, name: string): string {
  const text = String(params[name] ?? '')
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must not be "${text}"`)
  return text
}
