import { type FakeDocument, type Features, parseFilter } from '@jobboard/testkit/meilisearch-filter'

type Settings = Record<string, unknown> & {
  filterableAttributes?: { attributePatterns: string[]; features: { filter: Features } }[]
  sortableAttributes?: string[]
  displayedAttributes?: string[]
  pagination?: { maxTotalHits?: number }
}

interface SearchBody {
  filter?: unknown
  sort?: string[]
  offset?: number
  limit?: number
  facets?: string[]
  attributesToRetrieve?: string[]
}

/** One index: documents by primary key, and the settings that decide what a search may use. */
export class FakeIndex {
  settings: Settings = {}
  readonly documents = new Map<number, FakeDocument>()

  /** The result of a search. Throws a sentence when its filter, sort or facets are not allowed. */
  search({ filter, sort = [], offset = 0, limit = 20, facets = [], attributesToRetrieve }: SearchBody) {
    const matches = parseFilter(filter, (attribute) => this.featuresOf(attribute))
    const found = [...this.documents.values()].filter(matches)
    const maxTotalHits = this.settings.pagination?.maxTotalHits ?? 1_000
    const order = sort.map((rule) => this.comparison(rule))
    found.sort((a, b) => order.reduce((result, compare) => result || compare(a, b), 0))
    const hits = found.slice(0, maxTotalHits).slice(offset, offset + limit)
    const shown = (attributesToRetrieve ?? ['*']).filter((name) => this.isDisplayed(name))
    return {
      hits: hits.map((document) => Object.fromEntries(shown.map((name) => [name, document[name]]))),
      offset,
      limit,
      estimatedTotalHits: Math.min(found.length, maxTotalHits),
      ...(facets.length > 0 ? { facetDistribution: this.distribution(found, facets) } : {}),
    }
  }

  private featuresOf(attribute: string): Features | undefined {
    return this.settings.filterableAttributes?.find((one) => one.attributePatterns.includes(attribute))
      ?.features.filter
  }

  private isDisplayed(attribute: string): boolean {
    return this.settings.displayedAttributes?.includes(attribute) ?? true
  }

  private comparison(rule: string) {
    const [name = '', direction] = rule.split(':')
    if (!this.settings.sortableAttributes?.includes(name))
      throw new Error(`Attribute \`${name}\` is not sortable`)
    const sign = direction === 'desc' ? -1 : 1
    return (a: FakeDocument, b: FakeDocument) => sign * (Number(a[name]) - Number(b[name]))
  }

  private distribution(found: FakeDocument[], facets: string[]): Record<string, Record<string, number>> {
    return Object.fromEntries(
      facets.map((name) => {
        if (!this.featuresOf(name)) throw new Error(`Attribute \`${name}\` is not filterable`)
        const counts: Record<string, number> = {}
        for (const { [name]: value } of found) {
          if (value !== null && value !== undefined) counts[String(value)] = (counts[String(value)] ?? 0) + 1
        }
        return [name, counts]
      }),
    )
  }
}
