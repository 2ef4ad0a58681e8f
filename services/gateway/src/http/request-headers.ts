import type { IncomingMessage } from 'node:http'
import { MalformedRequest } from './malformed-request.ts'

const MAX_HEADERS = 100

/** Why the headers are refused, if they are: too many, or ambiguous to another HTTP parser: no Host or two, a transfer coding
 * other than `chunked` or in HTTP/1.0, another HTTP version (RFC 9112 §2.3, §3.2, §6.1). */
export function headersProblem({ rawHeaders, httpVersion }: IncomingMessage): MalformedRequest | undefined {
  // Node leaves headers beyond the first 1 000 out of `headers`, but not out of `rawHeaders`.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new MalformedRequest(`The request has more than ${MAX_HEADERS} headers.`, 431)
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new MalformedRequest('The HTTP version must be 1.1 or 1.0.')
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    if (name.length !== 17 || name.toLowerCase() !== 'transfer-encoding') continue
    if (httpVersion === '1.0' || rawHeaders[index + 1]!.toLowerCase() !== 'chunked') {
      return new MalformedRequest('The only accepted Transfer-Encoding is chunked, in HTTP/1.1.')
    }
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return new MalformedRequest('The request needs exactly one Host header.')
}
