/** Exactly one word. */
export type Term = { type: 'term'; word: string; at: number }

/** All words that start with `word`: `java*`. */
export type Prefix = { type: 'prefix'; word: string; at: number }

/** All words that match a pattern, `?` for one character and `*` for any run: `wom?n`. */
export type Pattern = { type: 'wild'; pattern: string; at: number }

/** Consecutive words inside one section; the last may have a wildcard. */
export type Phrase = { type: 'phrase'; head: string[]; last: Term | Prefix | Pattern; at: number }

/** An operand. `at` is its position in the query (D-41). */
export type Leaf = Term | Prefix | Pattern | Phrase

/** `at` is the position of NOT, `-` or `!`. */
export type Not = { type: 'not'; of: Node; at: number }

/** All (`and`) or any (`or`) of two or more. */
export type Chain = { type: 'and' | 'or'; of: Node[] }

/** A parsed query. Built by `and`, `or` and `not`, so AND is never nested directly in AND, OR in OR or NOT in NOT. */
export type Node = Leaf | Not | Chain

/** Conjunction; of a single node, that node. */
export function and(nodes: Node[]): Node {
  return chain('and', nodes)
}

/** Disjunction; of a single node, that node. */
export function or(nodes: Node[]): Node {
  return chain('or', nodes)
}

/** `NOT NOT x` is x (D-41). */
export function not(node: Node, at: number): Node {
  return node.type === 'not' ? node.of : { type: 'not', of: node, at }
}

/** The operands of a query from left to right. */
export function leaves(node: Node): Leaf[] {
  if (node.type === 'not') return leaves(node.of)
  return isChain(node) ? node.of.flatMap(leaves) : [node]
}

/** The same query with each position replaced. */
export function moved<Some extends Node>(node: Some, positionOf: (at: number) => number): Some
export function moved(node: Node, positionOf: (at: number) => number): Node {
  if (isChain(node)) return { ...node, of: node.of.map((part) => moved(part, positionOf)) }
  const at = positionOf(node.at)
  if (node.type === 'not') return { ...node, of: moved(node.of, positionOf), at }
  return node.type === 'phrase' ? { ...node, last: moved(node.last, positionOf), at } : { ...node, at }
}

function chain(type: 'and' | 'or', nodes: Node[]): Node {
  const of = nodes.flatMap((node) => (node.type === type ? node.of : [node]))
  return of.length === 1 ? of[0]! : { type, of }
}

/** Whether the node is AND or OR. */
export function isChain(node: Node): node is Chain {
  return node.type === 'and' || node.type === 'or'
}
