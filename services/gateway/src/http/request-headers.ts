import type { IncomingMessage } from 'node:http'
import { BrokenRequest } from './broken.ts'

const MAX_HEADERS = 100

/** What is wrong with the headers as they came: too many, or two readers could understand them differently: no Host or
 * two, a transfer coding other than `chunked` or in HTTP/1.0, another HTTP version (RFC 9112 §2.3, §3.2, §6.1). */
export function headersProblem({ rawHeaders, httpVersion }: IncomingMessage): BrokenRequest | undefined {
  // Far below the number from which on Node leaves headers out of one of its two lists.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new BrokenRequest(`The request has more than ${MAX_HEADERS} headers.`, 431)
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return new BrokenRequest('This is no HTTP/1.1 request.')
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    if (name.length !== 17 || name.toLowerCase() !== 'transfer-encoding') continue
    if (httpVersion === '1.0' || rawHeaders[index + 1]!.toLowerCase() !== 'chunked') {
      return new BrokenRequest('The only Transfer-Encoding is chunked, in HTTP/1.1.')
    }
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return new BrokenRequest('The request needs one Host.')
}
