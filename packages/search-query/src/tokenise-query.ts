import {
  BLANK,
  DASH,
  FORMAT_CONTROL,
  INVISIBLE,
  LONE_LETTER,
  normalForm,
} from '@jobboard/contracts/characters'
import { InvalidQuery } from './limits.ts'
import { hasMarkedOperator, operators } from './operators.ts'

/** `text` is as in the query; of a phrase, the text between the quotes. */
export type Token = {
  kind: 'word' | 'phrase' | 'open' | 'close' | 'and' | 'or' | 'not' | 'plus'
  text: string
  at: number
  end: number
}

/** Splits a query without invisible characters into tokens in linear time. Throws `InvalidQuery` for what is invalid in any context (D-41). */
export function tokeniseQuery(query: string): Token[] {
  const marks = normalisePunctuation(query)
  const tokens: Token[] = []
  let at = skipBlanks(marks, 0)
  while (at < marks.length) {
    for (const token of tokensAt(marks, at, tokens.at(-1))) {
      if (token.kind === 'word' || token.kind === 'phrase') token.text = original(query, token)
      tokens.push(token)
    }
    at = skipBlanks(marks, tokens.at(-1)!.end)
  }
  return tokens
}

function original(query: string, { kind, at, end }: Token): string {
  return kind === 'phrase' ? query.slice(at + 1, end - 1) : query.slice(at, end)
}

function tokensAt(marks: string, at: number, before: Token | undefined): Token[] {
  const mark = marks[at]!
  if (mark === '(') return [{ kind: 'open', text: mark, at, end: at + 1 }]
  if (mark === ')') return [{ kind: 'close', text: mark, at, end: at + 1 }]
  if (mark === '"') return [phraseAt(marks, at)]
  if (SIGN.test(mark)) return signsAt(marks, at, before)
  return [wordAt(marks, at, before)]
}

function phraseAt(marks: string, at: number): Token {
  const close = marks.indexOf('"', at + 1)
  if (close < 0) throw new InvalidQuery('Close this quotation mark with a second one', at)
  return { kind: 'phrase', text: '', at, end: close + 1 }
}

function signsAt(marks: string, at: number, before: Token | undefined): Token[] {
  const signs = matchAt(SIGNS, marks, at)
  const end = at + signs.length
  const next = marks[end]
  if (next === undefined || next === ')' || matchAt(BLANKS, marks, end)) {
    throw new InvalidQuery(`Write '${signs}' directly before a term, or leave it out`, at)
  }
  // "full stack"-developer may be meant as one term or as NOT developer.
  if (before?.end === at && (before.kind === 'phrase' || before.kind === 'close')) {
    throw new InvalidQuery(`Put a space before '${signs}', or leave it out`, at)
  }
  return [...signs].map((sign, i) => ({
    kind: sign === '+' ? 'plus' : 'not',
    text: sign,
    at: at + i,
    end: at + i + 1,
  }))
}

function wordAt(marks: string, at: number, before: Token | undefined): Token {
  const text = matchAt(WORD, marks, at)
  const end = at + text.length
  const operator = operators[text.toLowerCase()]
  if (operator && before?.end === at && (before.kind === 'not' || before.kind === 'plus')) {
    throw new InvalidQuery(`Leave out '${before.text}' before '${text}', or quote the word`, before.at)
  }
  if (operator) return { kind: operator, text, at, end }
  refuseForeignSyntax(text, at)
  if (end < marks.length && GLUED_SIGN.test(text) && !matchAt(BLANKS, marks, end) && marks[end] !== ')') {
    throw new InvalidQuery(`Put a space before or after '${text.at(-1)}'`, end - 1)
  }
  return { kind: 'word', text, at, end }
}

function skipBlanks(marks: string, at: number): number {
  return at + matchAt(BLANKS, marks, at).length
}

function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? ''
}

const BLANKS = new RegExp(`[${BLANK}]+`, 'y')
const WORD = new RegExp(`[^${BLANK}"()]+`, 'y')
const SIGN = /[-!+]/
const SIGNS = /[-!+]+/y
const GLUED_SIGN = /!$/

/** Throws `InvalidQuery` when an unquoted word contains syntax of another query language or a mark that tokenising
 * would drop silently (D-41). `at` is the position of the word. */
function refuseForeignSyntax(text: string, at: number): void {
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
  const code = query.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')
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
const CONTROL = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}\\p{Cs}${FORMAT_CONTROL}]`, 'u')
const REFUSED = /[,;~[\]{}<>^\\=¬⌐⌙∧∨⊻∼]|%[0-9a-f]{2}/i
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

/** Replaces typographic and full-width marks by their ASCII equivalents (D-40), one code unit by one, so positions in the
 * result are positions in the query. */
export function normalisePunctuation(query: string): string {
  return query.replace(MARK, (mark) => {
    const code = mark.charCodeAt(0)
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : (ASCII.get(mark) ?? mark)
  })
}

const ASCII = new Map<string, string>()
for (const mark of '“”„‟«»〝〞〟「」『』') ASCII.set(mark, '"')
for (const mark of '‘’‚‛‹›ʼ´`′') ASCII.set(mark, "'")
for (const mark of '、،') ASCII.set(mark, ',')
for (const mark of '؛') ASCII.set(mark, ';')

// The small and vertical forms of one mark: ﹐ is a comma. Of small signs ﹣ is a minus.
for (let code = 0xfe10; code <= 0xfe6b; code++) {
  const mark = String.fromCharCode(code)
  const form = normalForm(mark, 'NFKC')
  if (/^[!-~]$/.test(form)) ASCII.set(mark, form)
}

const MARK = new RegExp(`[\\uff01-\\uff5e${[...ASCII.keys()].join('')}]`, 'g')

/** A query without its invisible characters (D-40). `positionOf` is the index in the query as sent of one in `text`. */
export interface VisibleQuery {
  text: string
  positionOf(index: number): number
}

/** Drops the invisible characters of a query; a zero width space between two letters of a script without blanks is a blank.
 * Undefined when there is none. */
export function visibleQuery(query: string): VisibleQuery | undefined {
  if (!IS_INVISIBLE.test(query)) return undefined
  let text = ''
  const positions: number[] = []
  let isAfterLetter = false
  let space: number | undefined
  let at = 0
  const add = (character: string, position: number) => {
    for (let unit = 0; unit < character.length; unit++) positions.push(position + unit)
    text += character
  }
  for (const character of query) {
    if (character === ZERO_WIDTH_SPACE && isAfterLetter) space ??= at
    else if (!IS_INVISIBLE.test(character)) {
      const isLetter = IS_LONE_LETTER.test(character)
      if (isLetter && space !== undefined) add(' ', space)
      space = undefined
      isAfterLetter = isLetter || (isAfterLetter && IS_MARK.test(character))
      add(character, at)
    }
    at += character.length
  }
  return { text, positionOf: (index) => positions[index] ?? 0 }
}

const ZERO_WIDTH_SPACE = '\u200b'
const IS_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u')
const IS_LONE_LETTER = new RegExp(LONE_LETTER, 'u')
// With the halfwidth voiced marks of Kana, which are letters.
const IS_MARK = /^[\p{M}\uff9e\uff9f]/u
