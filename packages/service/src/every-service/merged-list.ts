import { ApiError, unavailable } from '@jobboard/contracts/error'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'

interface Query<Name> {
  page: number
  pageSize: number
  /** Undefined for all services. */
  service?: Name | undefined
}

/** One page of the lists that services have, of one service or of all merged. `list` reads a part of the list of one
 * service. A service that does not respond is named in `unavailable`. Throws invalid_request beyond the depth of merged
 * pages, and unavailable for the service that was asked for, or when none responds. */
export async function mergedList<Name extends string, Item>(
  services: readonly Name[],
  { page, pageSize, service }: Query<Name>,
  list: (name: Name, range: { skip: number; take: number }) => Promise<{ total: number; items: Item[] }>,
  compare: (a: Item, b: Item) => number,
) {
  const skip = (page - 1) * pageSize
  if (service) {
    if (!services.includes(service)) throw unavailable(`The ${service} service`)
    return { page, pageSize, ...(await list(service, { skip, take: pageSize })), unavailable: [] }
  }
  if (skip + pageSize > MAX_MERGED_DEPTH) {
    throw new ApiError(
      'invalid_request',
      `page: without service, pages end at row ${MAX_MERGED_DEPTH}; add ?service= to read further.`,
    )
  }
  const lists = await Promise.allSettled(
    services.map((name) => list(name, { skip: 0, take: skip + pageSize })),
  )
  const down = services.filter((_, index) => lists[index]!.status === 'rejected')
  if (down.length === services.length) throw unavailable('Every service')
  const found = lists.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const merged = found.flatMap(({ items }) => items).toSorted(compare)
  const total = found.reduce((sum, one) => sum + one.total, 0)
  return { total, page, pageSize, items: merged.slice(skip, skip + pageSize), unavailable: down }
}
