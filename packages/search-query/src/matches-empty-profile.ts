import { isChain, type Node } from './ast.ts'

/** Where a query asks for what is absent only: the position of the NOT that makes it true for an empty profile
 * (D-41), `undefined` when it is false there. Such a query would list nearly everybody. */
export function matchesEmptyProfile(node: Node): number | undefined {
  if (node.type === 'not') return matchesEmptyProfile(node.of) === undefined ? node.at : undefined
  if (!isChain(node)) return undefined
  const positions = node.of.map(matchesEmptyProfile)
  if (node.type === 'and' && positions.includes(undefined)) return undefined
  return positions.find((position) => position !== undefined)
}
