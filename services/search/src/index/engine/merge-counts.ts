import type { FacetName } from '@jobboard/contracts/search/search'
import { addCounts, type FacetCounts, type ValueCounts } from '../../domain/facets.ts'
import type { Match } from '../../domain/search.ts'
import type { IndexFound } from '../server/index-client.ts'

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
  indexed: IndexFound['facets'],
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
