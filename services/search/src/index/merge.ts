import type { FacetName } from '@jobboard/contracts/search/search'
import { addCounts, type FacetCounts, type Match, type ValueCounts } from '../searches/search.ts'

/** The attribute of an index document that has the value of a field. */
const attributes = { country: 'country', careerStatus: 'status' } as const

/** The attributes to count by. */
export function indexFacets(facets: readonly FacetName[] = []) {
  return facets.map((name) => attributes[name])
}

/** The counts of both: of the candidates that Postgres decided about, and of the index without them. */
export function mergeCounts(
  facets: readonly FacetName[] = [],
  own: readonly Match[],
  indexed: Readonly<Record<string, ValueCounts>>,
): FacetCounts {
  return Object.fromEntries(
    facets.map((name) => [name, addCounts([countBy(name, own), stated(indexed[attributes[name]])])]),
  )
}

function countBy(name: FacetName, matches: readonly Match[]): ValueCounts {
  return addCounts(matches.flatMap(({ [name]: value }) => (value ? [{ [value]: 1 }] : [])))
}

/** Without country 0, which stands for none; a status that is null is in no count. */
function stated({ 0: _, ...counts }: ValueCounts = {}): ValueCounts {
  return counts
}

type Ranked = Pick<Match, 'id' | 'active'>

/** Which of the indexed candidates a page needs when `own` candidates are to be merged into them. */
export function neededRange(own: number, { offset, limit }: { offset: number; limit: number }) {
  const first = Math.max(0, offset - own)
  return { offset: first, limit: offset + limit - first }
}

/** The ids of the page at `offset`, of `own` and `indexed` candidates together: last active first, then id descending. `indexed`
 * is the `neededRange` of them. */
export function mergePage(
  own: readonly Ranked[],
  indexed: readonly Ranked[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const merged = [...own, ...indexed].sort((a, b) => b.active - a.active || b.id - a.id)
  // Those that rank before the range are not in `merged`. An own one that ranks before them is counted too late by as many, and
  // still before the page.
  const start = offset - neededRange(own.length, { offset, limit }).offset
  return merged.slice(start, start + limit).map(({ id }) => id)
}
