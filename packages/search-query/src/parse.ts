import { and, moved, type Node, not, or } from './ast.ts'
import { InvalidQuery } from './invalid-query.ts'
import { limits } from './limits.ts'
import { matchesEmptyProfile } from './matches-empty-profile.ts'
import { parseLeaf } from './parse-leaf.ts'
import { refuseControlCharacters } from './refuse-foreign-syntax.ts'
import { type Token, tokeniseQuery } from './tokenise-query.ts'
import { visibleQuery } from './visible-query.ts'

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
