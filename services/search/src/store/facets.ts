import type { FacetName } from '@jobboard/contracts/search/search'
import { fragment } from '@jobboard/db/sql'
import type { FacetCounts } from '../domain/facets.ts'

/** The values of the requested fields of a candidate, as columns that follow others. A profile is read from its own
 * storage only when its career status is requested. */
export function facetColumns(facets: readonly FacetName[]) {
  const country = facets.includes('country') ? fragment`, country_number::text as country` : NOTHING
  const careerStatus = facets.includes('careerStatus')
    ? fragment`, profile ->> 'careerStatus' as career_status`
    : NOTHING
  return fragment`${country}${careerStatus}`
}

/** The rows of `found`, which has these columns, counted by each of them; as columns that follow others. */
export function facetCounts(facets: readonly FacetName[]) {
  const country = facets.includes('country')
    ? fragment`, (select jsonb_object_agg(country, count) from (
        select country, count(*) as count from found where country is not null group by country) counted) as countries`
    : NOTHING
  const careerStatus = facets.includes('careerStatus')
    ? fragment`, (select jsonb_object_agg(career_status, count) from (
        select career_status, count(*) as count from found where career_status is not null group by career_status
      ) counted) as career_statuses`
    : NOTHING
  return fragment`${country}${careerStatus}`
}

const NOTHING = fragment``

/** The columns of `facetCounts`: null where no row has a value. */
export interface CountedRow {
  countries?: Record<string, number> | null
  careerStatuses?: Record<string, number> | null
}

/** The counts that a row of `facetCounts` has. */
export function countsOf({ countries, careerStatuses }: CountedRow): FacetCounts {
  return {
    ...(countries !== undefined && { country: countries ?? {} }),
    ...(careerStatuses !== undefined && { careerStatus: careerStatuses ?? {} }),
  }
}
