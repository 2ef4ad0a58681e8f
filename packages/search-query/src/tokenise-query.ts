import { BLANK } from '@jobboard/contracts/characters'
import { InvalidQuery } from './invalid-query.ts'
import { normalisePunctuation } from './normalise-punctuation.ts'
import { operators } from './operators.ts'
import { refuseForeignSyntax } from './refuse-foreign-syntax.ts'

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
