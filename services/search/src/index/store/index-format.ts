import { fragment } from '@jobboard/db/sql'

/** Format of the documents of an outside index. Increment it when `toIndexDocument` changes: releases with different formats
 * then have an index each. */
export const INDEX_FORMAT = 3

/** Condition: rows of the indexes of a tokeniser version in the format of this release. */
export function isOfIndex(version: number) {
  return fragment`(document_version = ${version}::int and index_format = ${INDEX_FORMAT}::int)`
}

/** The lock of the one process that sends to these indexes. Releases up to format 3 share one of a tokeniser version; with it
 * a release of a later format would wait until the last process of the release before has stopped, and only then build its index. */
export function senderLock(version: number, format: number = INDEX_FORMAT): string {
  return format <= 3 ? `search-index:${version}` : `search-index:${version}:${format}`
}

/** What this release writes as `tokeniser_version` of an index, its changes and its reindexes, and what the release before
 * it reads: `document_version` and `index_format` are computed from it (migration 0062). */
export function tokeniserVersionOf(version: number, format: number = INDEX_FORMAT): number {
  return (format - 1) * 10_000 + version
}
