import type { Found, Search } from '../domain/search.ts'

/** Port of the search engines: each is an index over the documents of one tokeniser version, and returns the same result for
 * the same search (D-42). Outside indexes are filled through `IndexClient`. */
export interface Engine {
  /** Searches once `payable` has resolved; throws what that throws. Throws unavailable while the index is not complete, or cannot
   * be reached. */
  search(search: Search, payable?: Promise<unknown>): Promise<Found>
  /** Throws unavailable when a search would for want of an index. */
  checkReady(): Promise<void>
}
