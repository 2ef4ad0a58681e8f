import type { Db } from '@jobboard/db/db'
import { LRUCache } from 'lru-cache'
import type { ListedCandidate } from '../domain/found-candidate.ts'
import { type MaskedProfile, toMaskedProfile } from './candidate.ts'

/** About 1 KB each. */
const MAX_ENTRIES = 10_000

interface Entry {
  version: number
  month: string
  shown: MaskedProfile
}

/** How to load and show one page of candidates. */
export interface MaskedPage {
  /** At the place of each candidate the version of the profile that need not be loaded. */
  cachedVersions: (number | null)[]
  /** A profile is null only where it has the cached version. */
  show(listed: ListedCandidate): MaskedProfile
}

const caches = new WeakMap<Db, LRUCache<number, Entry>>()

/** A page of candidates with the masked profiles that this process has made. One serves searches for the same version of the
 * profile in the same month; who is shown is decided by the database each time (P-243). */
export function maskedPage(db: Db, ids: readonly number[], now: Date): MaskedPage {
  const cache = caches.get(db) ?? new LRUCache<number, Entry>({ max: MAX_ENTRIES })
  caches.set(db, cache)
  const month = now.toISOString().slice(0, 7)
  const entries = new Map<number, Entry>()
  for (const id of ids) {
    const entry = cache.get(id)
    if (entry?.month === month) entries.set(id, entry)
  }
  return {
    cachedVersions: ids.map((id) => entries.get(id)?.version ?? null),
    show({ id, version, profile }) {
      if (!profile) return entries.get(id)!.shown
      const shown = toMaskedProfile(profile, now)
      cache.set(id, { version, month, shown })
      return shown
    },
  }
}
