import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

// An allowlist: no spelling of an identity header can pass.
const REQUEST_ALLOWLIST = new Set([
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
  'user-agent',
])

// Hop-by-hop headers, and those that only the gateway may set.
const RESPONSE_DENYLIST = new Set([
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
  'x-draining',
  'x-powered-by',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
])

/** True when the client sent this header and it is forwarded to the service. */
export function isForwarded({ headers }: IncomingMessage, name: string): boolean {
  const listed = connectionListed(headers.connection)
  return headers[name] !== undefined && REQUEST_ALLOWLIST.has(name) && !listed?.has(name)
}

/** The client's headers that are forwarded to a service; names and values alternate. */
export function requestHeaders({ headers }: IncomingMessage): string[] {
  const listed = connectionListed(headers.connection)
  const kept: string[] = []
  for (const name in headers) {
    if (!REQUEST_ALLOWLIST.has(name) || listed?.has(name)) continue
    kept.push(name, String(headers[name]))
  }
  return kept
}

/** `own`, and the service's headers that are returned to the client; names and values alternate. */
export function responseHeaders(headers: IncomingHttpHeaders, own: readonly string[]): string[] {
  const listed = connectionListed(headers.connection)
  const kept = [...own]
  for (const name in headers) {
    if (RESPONSE_DENYLIST.has(name) || listed?.has(name)) continue
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
