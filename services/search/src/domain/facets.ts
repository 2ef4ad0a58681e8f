import { countryCode } from '@jobboard/contracts/iso-codes'
import type { CandidateFacets, FacetName } from '@jobboard/contracts/search/search'

/** Number of matching candidates by the stored value of a field, such as 578 for Norway; those without a value are in no
 * count. */
export type ValueCounts = Record<string, number>
/** The counts of each requested field. */
export type FacetCounts = Partial<Record<FacetName, ValueCounts>>

/** Adds up the counts of disjoint sets of candidates. */
export function addCounts(sets: ValueCounts[]): ValueCounts {
  const sum: ValueCounts = {}
  for (const counts of sets) {
    for (const [value, count] of Object.entries(counts)) sum[value] = (sum[value] ?? 0) + count
  }
  return sum
}

/** The facets of a response: highest count first, then by value; `total` minus all counts has no value, and is last. */
export function toFacets(counts: FacetCounts, total: number): CandidateFacets {
  const { country, careerStatus } = counts
  return {
    ...(country && { country: listed(country, total, (number) => countryCode(Number(number))!) }),
    ...(careerStatus && { careerStatus: listed(careerStatus, total, (status) => status as CareerStatus) }),
  }
}

type CareerStatus = NonNullable<NonNullable<CandidateFacets['careerStatus']>[number]['value']>

function listed<Value extends string>(
  counts: ValueCounts,
  total: number,
  toValue: (stored: string) => Value,
) {
  const stated = Object.entries(counts)
    .map(([stored, count]): { value: Value | null; count: number } => ({ value: toValue(stored), count }))
    .sort((a, b) => b.count - a.count || (a.value! < b.value! ? -1 : 1))
  const none = total - stated.reduce((sum, { count }) => sum + count, 0)
  return none > 0 ? [...stated, { value: null, count: none }] : stated
}
