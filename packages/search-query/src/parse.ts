import {
  and,
  isChain,
  type Leaf,
  moved,
  type Node,
  not,
  or,
  type Pattern,
  type Phrase,
  type Prefix,
  type Term,
} from './ast.ts'
import { InvalidQuery, limits } from './limits.ts'
import { encodeWord, isLoneWord, tokenisePattern, truncateWord } from './tokenise.ts'
import { refuseControlCharacters, type Token, tokeniseQuery, visibleQuery } from './tokenise-query.ts'

/** Parses a query (D-40). Throws `InvalidQuery` for everything that D-41 refuses, except wildcards that match too many
 * words, which needs the vocabulary. */
export function parse(query: string): Node {
  if (query.length > limits.queryCharacters) {
    throw new InvalidQuery(
      `Shorten the query to ${limits.queryCharacters} characters`,
      limits.queryCharacters,
    )
  }
  refuseControlCharacters(query)
  const visible = visibleQuery(query)
  if (!visible) return parseVisible(query)
  try {
    return moved(parseVisible(visible.text), visible.positionOf)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    throw new InvalidQuery(error.reason, visible.positionOf(error.position))
  }
}

function parseVisible(query: string): Node {
  const tokens = tokeniseQuery(query)
  if (tokens.length === 0) throw new InvalidQuery('Write at least one term to find', 0)
  const node = new Parser(tokens).query()
  const at = matchesEmptyProfile(node)
  if (at !== undefined) {
    throw new InvalidQuery('Add a term to include: this query also matches empty profiles', at)
  }
  return node
}

class Parser {
  private readonly tokens: Token[]
  private next = 0
  private depth = 0
  private terms = 0

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  query(): Node {
    const node = this.anyOf()
    const rest = this.peek()
    if (rest) throw new InvalidQuery("Remove this ')' or open it with a '('", rest.at)
    return node
  }

  private anyOf(opened?: Token): Node {
    const nodes = [this.allOf(opened)]
    for (let operator = this.take('or'); operator; operator = this.take('or'))
      nodes.push(this.allOf(operator))
    return or(nodes)
  }

  private allOf(before?: Token): Node {
    const nodes = [this.operand(before)]
    for (;;) {
      const operator = this.take('and')
      if (!operator && !startsOperand(this.peek())) return and(nodes)
      nodes.push(this.operand(operator))
    }
  }

  /** `before` is the operator or parenthesis to the left, named in the error when no operand follows. */
  private operand(before?: Token): Node {
    let last = before
    for (let plus = this.take('plus'); plus; plus = this.take('plus')) last = plus
    const token = this.peek()
    if (!token || !startsOperand(token)) throw missingOperand(last, token)
    this.next++
    if (token.kind === 'not')
      return not(
        this.nested(token, () => this.operand(token)),
        token.at,
      )
    if (token.kind === 'open') return this.nested(token, () => this.group(token))
    if (++this.terms > limits.terms) throw new InvalidQuery(`Use at most ${limits.terms} terms`, token.at)
    return parseLeaf(token)
  }

  private group(open: Token): Node {
    const node = this.anyOf(open)
    if (!this.take('close')) throw unclosed(open)
    return node
  }

  private nested(token: Token, parseInner: () => Node): Node {
    if (++this.depth > limits.depth) {
      throw new InvalidQuery(`Nest parentheses and NOT at most ${limits.depth} deep`, token.at)
    }
    const node = parseInner()
    this.depth--
    return node
  }

  private peek(): Token | undefined {
    return this.tokens[this.next]
  }

  private take(kind: Token['kind']): Token | undefined {
    const token = this.peek()
    if (token?.kind !== kind) return undefined
    this.next++
    return token
  }
}

function startsOperand(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'and' && token.kind !== 'or' && token.kind !== 'close'
}

function missingOperand(before: Token | undefined, found: Token | undefined): InvalidQuery {
  if (before && before.kind !== 'open') {
    return new InvalidQuery(`Write a term after '${before.text}', or quote it to find the word`, before.at)
  }
  if (found?.kind === 'close') {
    if (before) return new InvalidQuery('Write a term between these parentheses', before.at)
    return new InvalidQuery("Remove this ')' or open it with a '('", found.at)
  }
  if (found)
    return new InvalidQuery(`Write a term before '${found.text}', or quote it to find the word`, found.at)
  return unclosed(before!)
}

function unclosed(open: Token): InvalidQuery {
  return new InvalidQuery("Close this '(' with a ')'", open.at)
}

/** Parses a word or a quoted phrase to an operand; several words, `Node.js` or `"account manage*"`, make a phrase.
 * Throws `InvalidQuery` for misplaced wildcards and for its length (D-41). */
export function parseLeaf(token: Token): Leaf {
  const words = piecesOf(token).flatMap(({ text, at }) => tokenisePattern(text).map((word) => ({ word, at })))
  if (words.length === 0) throw new InvalidQuery(emptyOperand(token), token.at)
  const parts = words.map(({ word, at }, i) => part(word, at, words[i - 1]?.word))
  const wild = parts.slice(0, -1).find(({ type }) => type !== 'term')
  if (wild) throw new InvalidQuery('Only the last word of a phrase may have a wildcard', wild.at)
  const written = words.map(({ word }) => word)
  if (phraseLength(written) > limits.phraseWords) {
    throw new InvalidQuery(`Shorten this phrase to ${limits.phraseWords} words`, token.at)
  }
  const isLong = written.length > 1 && encodedLength(written) > limits.phraseBytes
  if (isLong || written.filter(isLoneWord).length > limits.phraseLetters) {
    const reason = `Shorten this phrase to ${limits.phraseLetters} characters, or put blanks between its words to find each of them`
    throw new InvalidQuery(reason, token.at)
  }
  if (parts.length === 1) return { ...parts[0]!, at: token.at }
  const head = parts.slice(0, -1).map((term) => (term as Term).word)
  return { type: 'phrase', head, last: parts.at(-1)!, at: token.at } satisfies Phrase
}

function piecesOf({ kind, text, at }: Token): { text: string; at: number }[] {
  if (kind === 'word') return [{ text, at }]
  return [...text.matchAll(/\S+/g)].map((piece) => ({ text: piece[0], at: at + 1 + piece.index }))
}

function emptyOperand({ kind, text }: Token): string {
  if (kind === 'phrase') return 'Write the words to find between these quotes'
  return `There is nothing to find in '${text}': use letters or digits`
}

/** Words of a phrase; those of one letter that follow each other count as one. */
function phraseLength(words: readonly string[]): number {
  return words.filter((word, i) => i === 0 || !isLoneWord(word) || !isLoneWord(words[i - 1]!)).length
}

function encodedLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + encodeWord(truncateWord(word)).length + 1, 0)
}

function part(word: string, at: number, before: string | undefined): Term | Prefix | Pattern {
  const first = word.search(/[*?]/)
  if (first < 0) return { type: 'term', word: truncateWord(word), at }
  const literal = word.slice(0, first)
  if (isLoneWord(word) && word.includes('?')) {
    throw new InvalidQuery("Leave out '?': in this script each letter is a word", at)
  }
  const isContinued = isLoneWord(word) && before !== undefined && isLoneWord(before)
  if ([...literal].length < limits.charactersBeforeWildcard && !isContinued) {
    throw new InvalidQuery(
      `Write at least ${limits.charactersBeforeWildcard} characters before the first wildcard`,
      at,
    )
  }
  const pattern = word.replace(/[*?]{2,}/g, canonicalOrder)
  if (pattern === `${literal}*`) return { type: 'prefix', word: truncateWord(literal), at }
  // No indexed word is longer, and it bounds the regular expressions that engines run.
  if (pattern.length > limits.wordBytes) throw new InvalidQuery('Shorten this word', at)
  return { type: 'wild', pattern, at }
}

// ?*? and *?? match the same words; one canonical order keeps matching linear and printing unique.
function canonicalOrder(wildcards: string): string {
  return wildcards.replaceAll('*', '') + (wildcards.includes('*') ? '*' : '')
}

/** Position of the NOT that makes a query true for an empty profile (D-41), or undefined when it is false for one.
 * Such a query would match nearly every profile. */
export function matchesEmptyProfile(node: Node): number | undefined {
  if (node.type === 'not') return matchesEmptyProfile(node.of) === undefined ? node.at : undefined
  if (!isChain(node)) return undefined
  const positions = node.of.map(matchesEmptyProfile)
  if (node.type === 'and' && positions.includes(undefined)) return undefined
  return positions.find((position) => position !== undefined)
}
