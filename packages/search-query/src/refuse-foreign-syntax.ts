import { DASH } from '@jobboard/contracts/characters'
import { InvalidQuery } from './invalid-query.ts'
import { hasMarkedOperator } from './operators.ts'

/** Throws `InvalidQuery` when an unquoted word contains syntax of another query language or a mark that tokenising
 * would drop silently (D-41). `at` is the position of the word. */
export function refuseForeignSyntax(text: string, at: number): void {
  if (PROXIMITY.test(text)) {
    throw new InvalidQuery(`'${text}' is not supported: use a quoted phrase, or quote the word itself`, at)
  }
  if (hasMarkedOperator(text)) {
    throw new InvalidQuery(
      `Write AND, OR and NOT alone between blanks, or quote '${text}' to find these words`,
      at,
    )
  }
  const colon = text.indexOf(':')
  const mark = text.search(REFUSED)
  if (colon >= 0 && (mark < 0 || colon < mark)) {
    throw new InvalidQuery('Fields are not supported: leave out the colon, or use quotes', at)
  }
  if (mark >= 0) throw new InvalidQuery(reasonFor(text[mark]!), at + mark)
  const doubled = text.search(/\||&&/)
  if (doubled >= 0) throw new InvalidQuery(`Put spaces around '${text[doubled]}'`, at + doubled)
  if (LEADING_DASH.test(text)) throw new InvalidQuery(`Use the minus sign '-' for NOT`, at)
  if (LEADING_SYMBOL.test(text)) throw new InvalidQuery(`Leave out '${[...text][0]}', or use quotes`, at)
  const dash = text.search(LOOSE_DASH)
  if (dash >= 0) {
    const mark = [...text.slice(dash)][0]
    throw new InvalidQuery(
      `Write '${mark}' between two words, '-' directly before a term, or use quotes`,
      at + dash,
    )
  }
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
  if (mark === '%') return `Send the query without percent-encoding, or use quotes`
  return `Leave out '${mark}', or use quotes`
}

const PROXIMITY = /^(?:near|(?:near|pre|w)?\/\d+)$|^near[/~:]/i
// Cs matches only a surrogate without its other half.
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const REFUSED = /[,;~[\]{}<>^\\=¬∧∨⊻∼]|%[0-9a-f]{2}/i
const BRACKET = /[[\]{}<>]/
const LEADING_DASH = new RegExp(`^[${DASH}]`, 'u')
// Of mathematics, and modifiers: one of them may be meant as an operator.
const LEADING_SYMBOL = /^(?!\+)[\p{Sm}\p{Sk}]/u
// Neither between two words, as in `front-end`, nor in `Dipl.-Ing.`: it could be a NOT that is lost.
const LOOSE_DASH = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}+#*?]\\.?)[${DASH}]|[${DASH}](?![\\p{L}\\p{N}.*?])`,
  'u',
)
const OUTER_QUOTE = /(?<![\p{L}\p{N}\p{M}])'|'(?![\p{L}\p{N}])/u
