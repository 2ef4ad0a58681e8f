/** Format of the documents of an outside index. Increment it when `toIndexDocument` changes: releases with different formats
 * then have an index each (P-241). */
const INDEX_FORMAT = 3

/** Tokeniser versions are smaller. */
export const VERSIONS_OF_FORMAT = 10_000

/** The number that tables have as tokeniser version of an index, its changes and its reindexes. Format 1 is the tokeniser
 * version itself. */
export function indexVersion(tokeniserVersion: number): number {
  return (INDEX_FORMAT - 1) * VERSIONS_OF_FORMAT + tokeniserVersion
}

/** The numbers of all formats up to this one. */
export function indexVersions(tokeniserVersion: number): number[] {
  return Array.from({ length: INDEX_FORMAT }, (_, i) => i * VERSIONS_OF_FORMAT + tokeniserVersion)
}
