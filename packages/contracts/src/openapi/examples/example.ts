/** The example of an endpoint: a request, and the response to it. */
export interface Example {
  path?: Record<string, number | string>
  query?: Record<string, number | string>
  body?: unknown
  response?: unknown
  /** The answer to the request with `Prefer: dry-run`. */
  dryRun?: unknown
}
