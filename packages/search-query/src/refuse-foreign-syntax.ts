import { InvalidQuery } from './invalid-query.ts'

/** Throws `InvalidQuery` when an unquoted word holds a mark that means something in another query language, or that
 * would silently be lost here (D-41). `at` is the position of the word. */
export function refuseForeignSyntax(text: string, at: number): void {
  if (PROXIMITY.test(text)) {
    throw new InvalidQuery(`'${text}' is not supported: use a quoted phrase, or quote the word itself`, at)
  }
  const colon = text.indexOf(':')
  const mark = text.search(REFUSED)
  if (colon >= 0 && (mark < 0 || colon < mark)) {
    throw new InvalidQuery('Fields are not supported: leave out the colon, or use quotes', at)
  }
  if (mark >= 0) throw new InvalidQuery(refusal(text[mark]!), at + mark)
  const doubled = text.search(/\||&&/)
  if (doubled >= 0) throw new InvalidQuery(`Put blanks round '${text[doubled]}'`, at + doubled)
  if (DASH.test(text)) throw new InvalidQuery(`Use the minus sign '-' of the keyboard for NOT`, at)
  const quote = text.search(OUTER_QUOTE)
  if (quote >= 0)
    throw new InvalidQuery(
      'Use double quotes for a phrase; a single quote may only stand inside a word',
      at + quote,
    )
}

function refusal(mark: string): string {
  if (mark === ',' || mark === ';') return `Write AND or OR instead of '${mark}'`
  if (mark === '~')
    return `Proximity and fuzzy search ('~') are not supported: use a quoted phrase or a wildcard`
  if (BRACKET.test(mark)) return `Use round parentheses instead of '${mark}'`
  return `Leave out '${mark}', or use quotes`
}

const PROXIMITY = /^(?:near|(?:near|pre|w)?\/\d+)$|^near[/~:]/i
const REFUSED = /[,;~[\]{}<>^\\=]/
const BRACKET = /[[\]{}<>]/
// Word processors turn a minus into one of these.
const DASH = /^[\u2010-\u2015\u2212]/
const OUTER_QUOTE = /(?<![\p{L}\p{N}\p{M}])'|'(?![\p{L}\p{N}])/u
