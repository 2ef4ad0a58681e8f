import { MAX_QUERY_HEADER_LENGTH } from '@jobboard/contracts/limits'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { printQuery } from '@jobboard/search-query/print-query'

/** The header with the query as it is evaluated. None when it is too long for a header or for a query: a part of
 * a query would be another query. */
export function queryHeader(query: Node): Record<string, string> {
  const printed = printQuery(query)
  // A percent sign is encoded too, or decoding would not return the printed query.
  const value = printed.replace(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent)
  const fits = printed.length <= limits.queryCharacters && value.length <= MAX_QUERY_HEADER_LENGTH
  return fits ? { 'x-query-normalized': value } : {}
}
