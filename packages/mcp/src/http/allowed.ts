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
