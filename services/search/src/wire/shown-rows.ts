import { LRUCache } from 'lru-cache'
import type { ListedCandidate } from '../domain/found-candidate.ts'
import { type ShownRow, toShownRow } from './candidate.ts'

/** About 1 KB each. */
const MAX_ENTRIES = 10_000

interface Entry {
  version: number
  month: string
  row: ShownRow
}

/** How to load and show one page of candidates. */
export interface ShownPage {
  /** At the place of each candidate the version of the profile whose masked form need not be loaded. */
  cachedVersions: (number | null)[]
  /** A masked profile is null only where it is of the cached version. */
  show(listed: ListedCandidate): ShownRow
}

/** The rows that this process has made, by candidate. */
export type ShownRows = LRUCache<number, Entry>

export function openShownRows(): ShownRows {
  return new LRUCache({ max: MAX_ENTRIES })
}

/** A page of candidates with the rows that this process has made. One serves searches for the same version of the profile in the
 * same month; who is shown is decided by the database each time. */
export function shownPage(cache: ShownRows, ids: readonly number[], now: Date): ShownPage {
  const month = now.toISOString().slice(0, 7)
  const entries = new Map<number, Entry>()
  for (const id of ids) {
    const entry = cache.get(id)
    if (entry?.month === month) entries.set(id, entry)
  }
  return {
    cachedVersions: ids.map((id) => entries.get(id)?.version ?? null),
    show({ id, version, shown }) {
      if (!shown) return entries.get(id)!.row
      const row = toShownRow({ id, shown }, now)
      cache.set(id, { version, month, row })
      return row
    },
  }
}
