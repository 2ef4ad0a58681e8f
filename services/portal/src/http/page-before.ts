import type { FastifyRequest } from 'fastify'

/** The path of the page whose form it is, which the browser names; `/` when that is no page of this portal. */
export function pageBefore({ headers }: FastifyRequest, baseUrl: string): string {
  const from = URL.parse(headers.referer ?? '')
  const path = from?.origin === baseUrl ? from.pathname + from.search : '/'
  return path.startsWith('//') ? '/' : path
}
