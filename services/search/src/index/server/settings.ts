import type { Settings } from 'meilisearch'

const equality = { facetSearch: false, filter: { equality: true, comparison: false } }
const comparison = { facetSearch: false, filter: { equality: false, comparison: true } }

/** Settings of an index. Without searchable attributes Meilisearch builds no word and proximity databases; the set is decided by
 * filters alone. */
export const indexSettings: Settings = {
  searchableAttributes: [],
  displayedAttributes: ['id', 'active'],
  filterableAttributes: [
    { attributePatterns: ['id', 't', 'w', 'country', 'status'], features: equality },
    { attributePatterns: ['active', 'consent'], features: comparison },
  ],
  sortableAttributes: ['active', 'id'],
  rankingRules: ['sort'],
  typoTolerance: { enabled: false },
  prefixSearch: 'disabled',
  facetSearch: false,
  // More than there are countries (249).
  faceting: { maxValuesPerFacet: 300 },
  // Pages beyond it would be empty, and totals capped.
  pagination: { maxTotalHits: 1_000_000_000 },
  // By default a search of more than 1.5 s returns a page in the wrong order. Ours ends at its own timeout.
  searchCutoffMs: 60_000,
}
