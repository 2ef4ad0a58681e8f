import { isChain, type Node } from './ast.ts'

/** Position of the NOT that makes a query true for an empty profile (D-41), or undefined when it is false for one.
 * Such a query would match nearly every profile. */
export function matchesEmptyProfile(node: Node): number | undefined {
  if (node.type === 'not') return matchesEmptyProfile(node.of) === undefined ? node.at : undefined
  if (!isChain(node)) return undefined
  const positions = node.of.map(matchesEmptyProfile)
  if (node.type === 'and' && positions.includes(undefined)) return undefined
  return positions.find((position) => position !== undefined)
}
