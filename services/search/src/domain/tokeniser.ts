import { type SearchDocument, toSearchDocument } from '@jobboard/search-query/document'
import { TOKENISER_VERSION } from '@jobboard/search-query/tokenise'

/** Makes documents. Words of two versions do not match each other. */
export interface Tokeniser {
  version: number
  toDocument(texts: readonly string[]): SearchDocument
}

/** The tokeniser of this release. */
export const currentTokeniser: Tokeniser = { version: TOKENISER_VERSION, toDocument: toSearchDocument }

/** `name` for version 1, and `name_n` for a later one. */
export function versionedName(name: string, version: number): string {
  return version === 1 ? name : `${name}_${version}`
}
