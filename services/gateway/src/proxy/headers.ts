import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

// A list of what may pass, not of what may not: no spelling of an identity header gets through.
const FORWARDED = new Set([
  'accept',
  'accept-language',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'traceparent',
  'tracestate',
  'user-agent',
])

// Hop-by-hop, and what only the gateway says of itself.
const KEPT_BACK = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-allow-private-network',
  'access-control-expose-headers',
  'access-control-max-age',
  'connection',
  'date',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'ratelimit',
  'ratelimit-policy',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-caller',
  'x-powered-by',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
])

/** The client's headers that a service gets to see, names and values in turn. */
export function requestHeaders({ headers }: IncomingMessage): string[] {
  const listed = connectionListed(headers.connection)
  const kept: string[] = []
  for (const name in headers) {
    if (!FORWARDED.has(name) || listed?.has(name)) continue
    kept.push(name, String(headers[name]))
  }
  return kept
}

/** A service's headers that the client gets to see, appended to `own`. */
export function responseHeaders(headers: IncomingHttpHeaders, own: string[]): string[] {
  const listed = connectionListed(headers.connection)
  const kept = [...own]
  for (const name in headers) {
    if (KEPT_BACK.has(name) || listed?.has(name)) continue
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) kept.push(name, one)
    else if (value !== undefined) kept.push(name, value)
  }
  return kept
}

function connectionListed(connection: string | string[] | undefined): Set<string> | undefined {
  if (!connection || connection === 'keep-alive' || connection === 'close') return undefined
  return new Set(
    String(connection)
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
}
