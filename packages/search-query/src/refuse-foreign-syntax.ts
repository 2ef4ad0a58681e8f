import { InvalidQuery } from './invalid-query.ts'

/** Throws `InvalidQuery` when an unquoted word contains syntax of another query language or a mark that tokenising
 * would drop silently (D-41, P-15). `at` is the position of the word. */
export function refuseForeignSyntax(text: string, at: number): void {
  if (PROXIMITY.test(text)) {
    throw new InvalidQuery(`'${text}' is not supported: use a quoted phrase, or quote the word itself`, at)
  }
  const colon = text.indexOf(':')
  const mark = text.search(REFUSED)
  if (colon >= 0 && (mark < 0 || colon < mark)) {
    throw new InvalidQuery('Fields are not supported: leave out the colon, or use quotes', at)
  }
  if (mark >= 0) throw new InvalidQuery(reasonFor(text[mark]!), at + mark)
  const doubled = text.search(/\||&&/)
  if (doubled >= 0) throw new InvalidQuery(`Put spaces around '${text[doubled]}'`, at + doubled)
  if (DASH.test(text)) throw new InvalidQuery(`Use the minus sign '-' for NOT`, at)
  const quote = text.search(OUTER_QUOTE)
  if (quote >= 0)
    throw new InvalidQuery(
      'Use double quotes for a phrase; a single quote is allowed only inside a word',
      at + quote,
    )
}

/** Throws `InvalidQuery` for a control character other than white space, and for half of a surrogate pair: neither can be
 * searched for, and without it the query would be another one (D-41). */
export function refuseControlCharacters(query: string): void {
  const at = query.search(CONTROL)
  if (at < 0) return
  const code = query.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  throw new InvalidQuery(`Leave out the character U+${code}, which cannot be searched for`, at)
}

function reasonFor(mark: string): string {
  if (mark === ',' || mark === ';') return `Write AND or OR instead of '${mark}'`
  if (mark === '~')
    return `Proximity and fuzzy search ('~') are not supported: use a quoted phrase or a wildcard`
  if (BRACKET.test(mark)) return `Use round parentheses instead of '${mark}'`
  return `Leave out '${mark}', or use quotes`
}

const PROXIMITY = /^(?:near|(?:near|pre|w)?\/\d+)$|^near[/~:]/i
// Cs matches only a surrogate without its other half.
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const REFUSED = /[,;~[\]{}<>^\\=]/
const BRACKET = /[[\]{}<>]/
// Dashes that word processors substitute for a minus sign.
const DASH = /^[\u2010-\u2015\u2212]/
const OUTER_QUOTE = /(?<![\p{L}\p{N}\p{M}])'|'(?![\p{L}\p{N}])/u
