import type { IncomingHttpHeaders } from 'node:http'

/** The hosts that a client may have addressed, without port, and the origins of pages that may call. */
export interface Allowed {
  hosts: readonly string[]
  origins: readonly string[]
}

/** False for a request that a web page of another origin may have caused, also by DNS rebinding: its `Host` names
 * another host, or it has an `Origin` that is not listed. Programs send no `Origin`. */
export function isAllowed({ host, origin }: IncomingHttpHeaders, { hosts, origins }: Allowed): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (!hosts.includes(hostname.replace(/^\[|\]$/g, ''))) return false
  return origin === undefined || origins.includes(origin.toLowerCase())
}

/** What the API says about a key; `limited` with the value of its `Retry-After`. */
export type Verdict = { is: 'valid' | 'invalid' | 'unavailable' } | { is: 'limited'; retryAfter: string }

const TIMEOUT_MS = 5_000

/** Asks the API for the key. One request, which counts in the key's rate limit; a verdict within 5 s. */
export async function checkKey(baseUrl: string, apiKey: string): Promise<Verdict> {
  try {
    const response = await fetch(new URL('/api/v1/key', baseUrl), {
      headers: { authorization: `Bearer ${apiKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 401) return { is: 'invalid' }
    if (response.status === 429)
      return { is: 'limited', retryAfter: response.headers.get('retry-after') ?? '60' }
    // On every response to a valid key (D-17), also when the balances in it are unavailable.
    return { is: response.ok || response.headers.has('ratelimit-policy') ? 'valid' : 'unavailable' }
  } catch {
    return { is: 'unavailable' }
  }
}
